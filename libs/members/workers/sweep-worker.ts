import type { Timers } from '#kernel';
import type { Progress, ReadModel } from '#read-model';
import { type CommandDecider, isOthersTrouble } from '#workspace-head';
import { advanceSweep, type SweepRow, SWEEPS } from '../domain/index.js';

export interface SweepPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly decider: CommandDecider;
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

/** Looks at the to-do list so often when nobody tells of progress: a lost wake-up must not stop a sweep. */
const LOOK_EVERY_MS = 5_000;
/** Wake-ups within this time are one: progress is told after every batch of the follower. */
const GATHER_MS = 50;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
/** Tries after which a sweep is parked (consistency.md, Workers). */
const MAX_FAILURES = 10;
const PAGE = 200;
const WAIT_FOR_ROWS_MS = 1_000;

/** A sweep under way: it runs, waits for its next try, or is parked. Never two of one cause. */
interface Job {
  readonly sweep: SweepRow;
  failures: number;
  /** Delay before the next try after trouble that is not the sweep's own. */
  retryMs: number;
  parked: string | undefined;
  callOff: (() => void) | undefined;
}

/**
 * Does what stands on the to-do list of long sweeps (consistency.md, Long sweeps; Workers). Every sweep is a job of its own, so that the
 * trouble of one holds back no other. What is done stands in the log: killed anywhere, the next process goes on behind the last
 * SweepAdvanced.
 */
export class SweepWorker {
  private readonly jobs = new Map<string, Job>();
  private readonly running = new Set<Promise<void>>();
  private callOffLook: (() => void) | undefined;
  private gathering = false;
  private begun = false;
  private stopped = false;

  constructor(private readonly ports: SweepPorts) {}

  /** Begins once the rows are a complete copy. */
  start(): void {
    const begin = this.ports.progress.whenReady().then(() => {
      this.begun = true;
      return this.look();
    });
    // Without a complete copy there is nothing to do; readiness tells why.
    this.track(begin.catch(() => undefined));
  }

  /** The rows have moved: there may be something to do. While they are built anew they move too, and show what was done long ago. */
  wake(): void {
    if (this.begun && !this.gathering && !this.stopped) this.lookIn(GATHER_MS, true);
  }

  /** Takes no further chunk; resolves when the one under way is answered. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.callOffLook?.();
    for (const job of this.jobs.values()) job.callOff?.();
    await Promise.all(this.running);
  }

  /** Sweeps given up after {@link MAX_FAILURES} tries; tried again by the next process. */
  parked(): readonly ParkedSweep[] {
    return [...this.jobs.values()].flatMap(({ sweep, parked }) =>
      parked === undefined ? [] : [{ workspaceId: sweep.workspace_id, cause: sweep.cause, reason: parked }],
    );
  }

  private lookIn(milliseconds: number, gathering: boolean): void {
    if (this.stopped) return;
    this.callOffLook?.();
    this.gathering = gathering;
    this.callOffLook = this.ports.timers.set(milliseconds, () => this.track(this.look()));
  }

  /** Begins a job for every pending sweep that has none. */
  private async look(): Promise<void> {
    this.gathering = false;
    try {
      let after: readonly string[] | undefined;
      do {
        const page = { index: 'pending', prefix: [0], ...(after && { after }), limit: PAGE };
        const sweeps = await this.ports.readModel.page(SWEEPS, page);
        if (this.stopped) return;
        for (const sweep of sweeps) this.begin(sweep);
        const last = sweeps.length === PAGE ? sweeps.at(-1) : undefined;
        after = last && [last.workspace_id, last.cause];
      } while (after);
    } catch {
      // The read model is away: the next look tries again, for ever.
    }
    if (!this.gathering) this.lookIn(LOOK_EVERY_MS, false);
  }

  private begin(sweep: SweepRow): void {
    const name = `${sweep.workspace_id}|${sweep.cause}`;
    if (this.jobs.has(name)) return;
    const job: Job = { sweep, failures: 0, retryMs: FIRST_RETRY_MS, parked: undefined, callOff: undefined };
    this.jobs.set(name, job);
    this.track(this.run(name, job));
  }

  private async run(name: string, job: Job): Promise<void> {
    try {
      while (!this.stopped) if (await this.advance(job)) break;
      this.jobs.delete(name);
    } catch (error) {
      this.retry(name, job, error);
    }
  }

  /** One chunk. True when the sweep is done. */
  private async advance(job: Job): Promise<boolean> {
    const { workspace_id: workspaceId, cause, event_id, correlation_id } = job.sweep;
    const { answer, revision, visible } = await this.ports.decider.execute({
      workspaceId,
      actor: { kind: 'system', id: 'sweep' },
      correlationId: correlation_id,
      causationId: event_id,
      decide: advanceSweep(cause),
    });
    [job.failures, job.retryMs] = [0, FIRST_RETRY_MS];
    // The next chunk reads the rows behind this one: deciding it on a growing head would pile up events that no row has yet.
    let rowsAreThere = visible;
    while (!rowsAreThere && !this.stopped) {
      rowsAreThere = await this.ports.progress.whenComplete(workspaceId, revision, WAIT_FOR_ROWS_MS);
    }
    return answer.body['done'] === true;
  }

  private retry(name: string, job: Job, error: unknown): void {
    if (!isOthersTrouble(error)) job.failures += 1;
    if (job.failures >= MAX_FAILURES) {
      job.parked = error instanceof Error ? error.message : String(error);
      return;
    }
    if (this.stopped) return;
    job.callOff = this.ports.timers.set(job.retryMs, () => this.track(this.run(name, job)));
    job.retryMs = Math.min(job.retryMs * 2, LONGEST_RETRY_MS);
  }

  private track(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }
}
