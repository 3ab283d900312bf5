import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { PAGE_READER, type PageReader, type PrintedPage } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { ENTRIES_PAGE, type ShownEntry } from '../pages/entries-page.js';

/** GET /do-not-call, as {@link ENTRIES_PAGE} finds them. */
export class ListEntries extends Query<PrintedPage<ShownEntry>> {
  constructor(
    readonly workspaceId: string,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListEntries)
export class ListEntriesHandler implements IQueryHandler<ListEntries> {
  constructor(
    @Inject(PAGE_READER) private readonly pages: PageReader,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  async execute({ workspaceId, size, after }: ListEntries): Promise<PrintedPage<ShownEntry>> {
    const at = await this.decider.now(workspaceId);
    return this.pages.read(ENTRIES_PAGE, { workspaceId, size, after, at });
  }
}
