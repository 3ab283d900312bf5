import type { Clock, Timers } from '#kernel';
import { type RequeueRow, REQUEUES } from '#members/domain';
import type { Progress, ReadModel, ReadModelCacheWriter } from '#read-model';
import { PollLoop, SerialQueue, WorkspaceTurns } from '#workers';
import { reindex } from './reindex.js';

export interface ReindexWorkerPorts {
  readonly readModel: Pick<ReadModel, 'page' | 'getMany' | 'projectedRevision'>;
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows'>;
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  /** The service's: the test clock may stand in for it. */
  readonly clock: Clock;
  /** Real time, for what is to be looked at again. */
  readonly timers: Timers;
}

/** Places that could not be found anew, for health and the operator. */
export interface ParkedReindex {
  readonly workspaceId: string;
  readonly scope: string;
  /** What was wrong the last time. */
  readonly reason: string;
}

type Item = Pick<RequeueRow, 'workspace_id' | 'scope' | 'revision'>;

interface GivenUp {
  /** Of the change that put it on the list. What another change puts there is tried anew. */
  readonly revision: number;
  readonly parked: ParkedReindex;
}

const PAGE = 200;
/** Chunks walked at once, of all workspaces: after an upgrade every workspace may have a scope on the list. */
const CONCURRENT_CHUNKS = 4;

/**
 * Does what stands on the to-do list of re-indexing after a change of settings (consistency.md, Projections; Workers): in a workspace one scope after the
 * other, workspaces side by side. It writes rows only, so nothing of it stands in the log; killed anywhere, the next process begins the scope
 * again.
 */
export class ReindexWorker {
  private readonly queues = new Map<string, SerialQueue<Item>>();
  private readonly givenUp = new Map<string, GivenUp>();
  private readonly turns = new WorkspaceTurns(CONCURRENT_CHUNKS);
  private readonly pollLoop: PollLoop;

  constructor(private readonly ports: ReindexWorkerPorts) {
    this.pollLoop = new PollLoop({ progress: ports.progress, timers: ports.timers, poll: () => this.poll() });
  }

  /** Begins once the rows are a complete copy. */
  start(): void {
    this.pollLoop.start();
  }

  /** The rows have moved: there may be something to do. */
  wake(): void {
    this.pollLoop.wake();
  }

  /** Scopes given up after ten tries; tried again by the next process. */
  parked(): readonly ParkedReindex[] {
    return [...this.givenUp.values()].map(({ parked }) => parked);
  }

  /** Takes no further chunk; resolves when the one under way is written. */
  async stop(): Promise<void> {
    this.pollLoop.halt();
    await Promise.all([...this.queues.values()].map((queue) => queue.stop()));
    await this.pollLoop.idle();
  }

  private async poll(): Promise<undefined> {
    let after: readonly string[] | undefined;
    do {
      const page = { index: 'pending', prefix: [1], ...(after && { after }), limit: PAGE };
      const rows = await this.ports.readModel.page(REQUEUES, page);
      for (const row of rows) this.put(row);
      const last = rows.length === PAGE ? rows.at(-1) : undefined;
      after = last && [last.workspace_id, last.scope];
    } while (after && !this.pollLoop.stopped);
    for (const [workspaceId, queue] of this.queues)
      if (!queue.awaitsRetry) this.pollLoop.track(this.run(workspaceId, queue));
  }

  private put(row: RequeueRow): void {
    if (this.isGivenUp(row)) return;
    let queue = this.queues.get(row.workspace_id);
    if (!queue) this.queues.set(row.workspace_id, (queue = this.queueOf(row.workspace_id)));
    queue.add(row);
  }

  private isGivenUp(row: RequeueRow): boolean {
    const name = keyOf(row);
    if (this.givenUp.get(name)?.revision === row.revision) return true;
    this.givenUp.delete(name);
    return false;
  }

  private queueOf(workspaceId: string): SerialQueue<Item> {
    const queue: SerialQueue<Item> = new SerialQueue({
      timers: this.ports.timers,
      keyOf,
      work: (item) => this.reindex(item),
      onRetry: () => this.pollLoop.track(this.run(workspaceId, queue)),
      park: (item, reason) => {
        const parked = { workspaceId, scope: item.scope, reason };
        this.givenUp.set(keyOf(item), { revision: item.revision, parked });
      },
    });
    return queue;
  }

  private async run(workspaceId: string, queue: SerialQueue<Item>): Promise<void> {
    await queue.run();
    // Two may have waited for the same attempt, and the second must not take away what a look has begun meanwhile.
    if (queue.length === 0 && this.queues.get(workspaceId) === queue) this.queues.delete(workspaceId);
  }

  /** Until no change of settings came between. */
  private async reindex({ workspace_id: workspaceId, scope }: Item): Promise<void> {
    const { readModel, cacheWriter, clock } = this.ports;
    const stopped = () => this.pollLoop.stopped;
    const inTurn = <Result>(chunk: () => Promise<Result>) => this.turns.run(workspaceId, chunk);
    while (!stopped()) {
      const [row] = await readModel.getMany(REQUEUES, [[workspaceId, scope]]);
      if (row?.pending !== 1) return;
      const { revision } = row;
      // A store without transactions may show this row first: the settings it is about, and members folded by those before, must be there.
      const visible = revision <= (await readModel.projectedRevision(workspaceId));
      await this.pollLoop.whenProjected(workspaceId, { revision, visible });
      if (!(await reindex({ readModel, cacheWriter, clock, stopped, inTurn }, workspaceId, scope))) return;
      const done = { collection: REQUEUES, key: [workspaceId, scope], ifFields: { pending: 1 }, set: { pending: 0 } };
      if ((await cacheWriter.amendRows([{ ...done, revision }])) === 1) return;
    }
  }
}

function keyOf({ workspace_id, scope }: Item): string {
  return `${workspace_id}|${scope}`;
}
