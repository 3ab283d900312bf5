/** The turns of one workspace: the one under way, and those that wait for it, oldest first. */
type Waiting = (() => void)[];

/**
 * Turns of work: one at a time of each workspace, at most `limit` over all, and workspaces that wait are
 * served round robin, one turn each. A workspace with thousands of items delays another workspace by a turn at most,
 * and holds the rows of one turn in memory, not those of all its items.
 */
export class WorkspaceTurns {
  /** Workspaces with turns that wait, in the order in which they are served. None of them is under way. */
  private readonly ready = new Map<string, Waiting>();
  /** Workspaces with a turn under way, and their turns that wait for its end. */
  private readonly busy = new Map<string, Waiting>();

  /** @param limit turns under way at once, of all workspaces together; at least 1 */
  constructor(private readonly limit: number) {}

  /** Runs `work` when it is the workspace's turn. Settles as `work` does. */
  async run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    await this.turn(workspaceId);
    try {
      return await work();
    } finally {
      this.end(workspaceId);
    }
  }

  private turn(workspaceId: string): Promise<void> {
    return new Promise((begin) => {
      const waiting = this.busy.get(workspaceId) ?? this.ready.get(workspaceId);
      if (waiting) waiting.push(begin);
      else this.ready.set(workspaceId, [begin]);
      this.beginNext();
    });
  }

  private end(workspaceId: string): void {
    const waiting = this.busy.get(workspaceId)!;
    this.busy.delete(workspaceId);
    // Behind the workspaces that wait already: each gets one turn before this one gets its next.
    if (waiting.length > 0) this.ready.set(workspaceId, waiting);
    this.beginNext();
  }

  private beginNext(): void {
    for (const [workspaceId, waiting] of this.ready) {
      if (this.busy.size >= this.limit) return;
      this.ready.delete(workspaceId);
      const begin = waiting.shift()!;
      this.busy.set(workspaceId, waiting);
      begin();
    }
  }
}
