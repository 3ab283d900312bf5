import type { OfWorkspace } from './page-read.js';

/**
 * Pages that wait for a thread. Workspaces are served round robin: where one has asked for a thousand pages, the page
 * of another one is next but for one page of each workspace that waits.
 */
export class WaitingPages<Page extends OfWorkspace> {
  /** In the order in which the workspaces are served; each with at least one page, oldest first. */
  private readonly byWorkspace = new Map<string, Page[]>();

  /** How many there are. */
  get size(): number {
    return [...this.byWorkspace.values()].reduce((sum, { length }) => sum + length, 0);
  }

  add(page: Page): void {
    const pages = this.byWorkspace.get(page.workspaceId);
    if (pages) pages.push(page);
    else this.byWorkspace.set(page.workspaceId, [page]);
  }

  /** Takes the page whose turn it is; undefined: none waits. */
  take(): Page | undefined {
    for (const [workspaceId, pages] of this.byWorkspace) {
      const page = pages.shift()!;
      this.byWorkspace.delete(workspaceId);
      // Behind the workspaces that wait already.
      if (pages.length > 0) this.byWorkspace.set(workspaceId, pages);
      return page;
    }
    return undefined;
  }
}
