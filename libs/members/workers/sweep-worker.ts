import type { Timers } from '#kernel';
import { membersInCall } from '#dialing/domain';
import type { Progress, ReadModel } from '#read-model';
import { isGone, PollLoop, RetryPolicy, WorkspaceTurns } from '#workers';
import { type CommandDecider, type CommandResult } from '#workspace-head';
import { advanceSweep, type SweepRow, SWEEPS } from '../domain/index.js';

export interface SweepPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly decider: Pick<CommandDecider, 'execute'>;
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  readonly timers: Timers;
}

/** A sweep that could not be done, for health and the operator. */
export interface ParkedSweep {
  readonly workspaceId: string;
  readonly cause: string;
  /** What was wrong the last time. */
  readonly reason: string;
}

const PAGE = 200;

/**
 * Chunks decided at once, of all workspaces. A chunk reads up to 5,000 rows: a thousand at once would fill the memory
 * and keep the thread that serves HTTP busy for seconds.
 */
const CONCURRENT_CHUNKS = 4;

/** A sweep under way: it runs, waits for its turn or its next try, or is parked. Never two of one cause. */
interface Job {
  readonly sweep: SweepRow;
  readonly retries: RetryPolicy;
  parked: string | undefined;
  cancelRetry: (() => void) | undefined;
}

/**
 * Does what stands on the to-do list of long sweeps (consistency.md, Long sweeps; Workers). Every sweep is a job of its
 * own, so that the trouble of one holds back no other; their chunks take turns, one at a time of a workspace. Rows that
 * do not show a chunk delay the sweeps of their own workspace only. What is done stands in the log: killed anywhere,
 * the next process goes on behind the last SweepAdvanced.
 */
export class SweepWorker {
  private readonly jobs = new Map<string, Job>();
  /** One chunk at a time of each workspace, until its rows show the chunk. */
  private readonly perWorkspace = new WorkspaceTurns(Infinity);
  /** Chunks that are being decided: one whose rows are awaited takes no place, since rows held back never show it. */
  private readonly turns = new WorkspaceTurns(CONCURRENT_CHUNKS);
  private readonly pollLoop: PollLoop;

  constructor(private readonly ports: SweepPorts) {
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

  /** Takes no further chunk; resolves when the one under way is answered. */
  async stop(): Promise<void> {
    this.pollLoop.halt();
    for (const job of this.jobs.values()) job.cancelRetry?.();
    await this.pollLoop.idle();
  }

  /** Sweeps given up after ten tries; tried again by the next process. */
  parked(): readonly ParkedSweep[] {
    return [...this.jobs.values()].flatMap(({ sweep, parked }) =>
      parked === undefined ? [] : [{ workspaceId: sweep.workspace_id, cause: sweep.cause, reason: parked }],
    );
  }

  /** Begins a job for every pending sweep that has none. */
  private async poll(): Promise<undefined> {
    let after: readonly string[] | undefined;
    do {
      const page = { index: 'pending', prefix: [0], ...(after && { after }), limit: PAGE };
      const sweeps = await this.ports.readModel.page(SWEEPS, page);
      if (this.pollLoop.stopped) return;
      for (const sweep of sweeps) this.begin(sweep);
      const last = sweeps.length === PAGE ? sweeps.at(-1) : undefined;
      after = last && [last.workspace_id, last.cause];
    } while (after);
  }

  private begin(sweep: SweepRow): void {
    const name = `${sweep.workspace_id}|${sweep.cause}`;
    if (this.jobs.has(name)) return;
    const job: Job = { sweep, retries: new RetryPolicy(), parked: undefined, cancelRetry: undefined };
    this.jobs.set(name, job);
    this.pollLoop.track(this.run(name, job));
  }

  private async run(name: string, job: Job): Promise<void> {
    try {
      const { workspace_id: workspaceId } = job.sweep;
      let done = false;
      while (!done && !this.pollLoop.stopped) done = await this.perWorkspace.run(workspaceId, () => this.advance(job));
      this.jobs.delete(name);
    } catch (error) {
      // The job stays, and is not begun again while its row does.
      if (isGone(error)) return;
      this.retry(name, job, error);
    }
  }

  /** One chunk, and the wait for its rows; none if the worker was stopped before. True when the sweep is done. */
  private async advance(job: Job): Promise<boolean> {
    const { workspace_id: workspaceId } = job.sweep;
    const result = await this.turns.run(workspaceId, () => this.decide(job));
    if (!result) return false;
    // The next chunk of the workspace reads the rows behind this one: deciding it on a growing head would pile up
    // events that no row has yet.
    await this.pollLoop.whenProjected(workspaceId, result);
    return result.answer.body['done'] === true;
  }

  /** Decides one chunk; undefined if the worker was stopped before the turn came. */
  private async decide(job: Job): Promise<CommandResult | undefined> {
    if (this.pollLoop.stopped) return undefined;
    const { workspace_id: workspaceId, cause, event_id, correlation_id } = job.sweep;
    const result = await this.ports.decider.execute({
      workspaceId,
      actor: { kind: 'system', id: 'sweep' },
      correlationId: correlation_id,
      causationId: event_id,
      decide: advanceSweep(cause, membersInCall),
    });
    job.retries.reset();
    return result;
  }

  private retry(name: string, job: Job, error: unknown): void {
    const delay = job.retries.delayAfter(error);
    if (delay === undefined) job.parked = error instanceof Error ? error.message : String(error);
    else if (!this.pollLoop.stopped) {
      job.cancelRetry = this.ports.timers.set(delay, () => this.pollLoop.track(this.run(name, job)));
    }
  }
}
