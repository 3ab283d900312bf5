// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import type { Logger } from 'pino';
import { Backoff, type Clock, instant, messageOf, type Timers } from '#kernel';
import { ProgressBoard, type RebuildId, type RebuildRecord, type RebuildRecords, type RebuiltRows } from '#read-model';
import { isTransient } from '#workers';
import { every } from '../every.js';
import { RebuildRun, type RebuildStatus } from './rebuild-run.js';
import type { RebuildListeners } from './row-rebuilds.js';
import type { FromSharedRebuild, SharedBuild, ToSharedRebuild } from './shared-building.js';
import { tellRebuild } from './tell-rebuild.js';

/** A thread that builds rows. */
export interface BuildingThread {
  readonly post: (message: ToSharedRebuild) => void;
  /** Rejects with the error that ended it. */
  readonly ended: Promise<void>;
}

/** Starts a thread that builds. */
export type StartBuilding = (build: SharedBuild, hear: (message: FromSharedRebuild) => void) => BuildingThread;

export interface SharedRebuildRunPorts {
  readonly rows: RebuiltRows;
  readonly listeners: Pick<RebuildListeners, 'prepare'>;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Milliseconds between two records of how far a rebuild is, and of the first pause before it is continued. */
const SAVE_MS = 500;
/** Milliseconds of the longest pause before a rebuild is continued: each attempt starts a thread. */
const MOST_PAUSE_MS = 10_000;

const HELD_UP = 'the rebuild of the rows is held up, and will be continued';

/** The attempts of this process at one rebuild, which a store holds up. */
export class HeldUp {
  /** The pauses between them. */
  readonly pauses = new Backoff(SAVE_MS, MOST_PAUSE_MS);
  private readonly told = new Set<string>();

  constructor(readonly id: string) {}

  /** Whether this error has not held it up before. */
  isNew(error: string): boolean {
    return !this.told.has(error) && Boolean(this.told.add(error));
  }
}

export interface Attempt {
  /** Aborts once this process is not to build any more. */
  readonly turn: AbortSignal;
  readonly held: HeldUp;
}

/** One attempt of this process at a rebuild, whose progress is recorded. */
export class SharedRebuildRun {
  private readonly build: SharedBuild;
  private readonly run: RebuildRun;
  private readonly saves: RunSaves;

  constructor(
    private readonly ports: SharedRebuildRunPorts,
    record: RebuildRecord,
    private readonly attempt: Attempt,
  ) {
    const { rows, clock, monotonic } = ports;
    const { id } = record;
    const recorded = statusOf(record);
    const { kind, by, forced: force, folded_events: folded } = recorded;
    this.build = { id, kind, folded };
    this.run = new RebuildRun({ kind, by, force, recorded, now: () => instant(clock.now()), monotonic });
    this.saves = new RunSaves(rows.rebuilds, id, this.run);
  }

  /**
   * Builds until the rebuild has ended, or cannot be continued now.
   * @returns whether it has ended; otherwise it is continued, by this process or by the next one
   */
  async untilEnded(startBuilding: StartBuilding): Promise<boolean> {
    const { run, saves } = this;
    const { turn } = this.attempt;
    const thread = startBuilding(this.build, (message) => this.hear(message, (answer) => thread.post(answer)));
    const stop = (): void => thread.post({ kind: 'stop' });
    turn.addEventListener('abort', stop);
    if (turn.aborted) stop();
    const cancel = every(this.ports.timers, SAVE_MS, () => saves.saveUnlessSaving());
    try {
      await thread.ended.catch((error: Error) => run.isActive && run.fail(error));
    } finally {
      cancel();
      turn.removeEventListener('abort', stop);
    }
    if (turn.aborted && run.isActive) await saves.saved;
    else await saves.save();
    if (!run.isActive) tellRebuild(this.ports.logger, run.status);
    return !run.isActive;
  }

  private hear(message: FromSharedRebuild, post: BuildingThread['post']): void {
    const { run, saves } = this;
    // Nothing that the thread does afterwards changes how the rebuild has ended.
    if (!run.isActive) return;
    switch (message.kind) {
      case 'failed':
        if (message.isTransient) this.tellHeldUp(message.message);
        else run.fail(new Error(message.message));
        return;
      case 'prepare':
        run.switching();
        void this.prepared().then((kind) => post({ kind }));
        return;
      case 'exchanged':
        return run.end('done');
      case 'done': {
        run.hear(message);
        const differs = run.differences > 0;
        if (differs && !run.status.forced) {
          post({ kind: 'discard' });
          return run.end('differs');
        }
        run.switching();
        const origin = JSON.stringify(run.facts);
        // Recorded first: a process that finds the rows live knows from the record alone how they differed.
        void saves.save().then(() => post({ kind: 'exchange', origin, differs }));
        return;
      }
      default:
        run.hear(message);
    }
  }

  /** Prepares the rows. @returns what the thread is to do then */
  private async prepared(): Promise<'prepared' | 'discard' | 'stop'> {
    try {
      await this.prepare();
      return 'prepared';
    } catch (error) {
      const message = messageOf(error);
      if (isTransient(error) || this.attempt.turn.aborted) {
        this.tellHeldUp(message);
        return 'stop';
      }
      if (this.run.isActive) this.run.fail(new Error(message));
      return 'discard';
    }
  }

  private async prepare(): Promise<void> {
    const { rows, listeners, timers } = this.ports;
    const { model, writer } = await rows.rowsBeside(this.build).open();
    const progress = new ProgressBoard({ projectedRevision: (of) => model.projectedRevision(of), timers });
    progress.report({ projectedRevisions: new Map(), caughtUp: true });
    await listeners.prepare({ readModel: model, cacheWriter: writer, progress });
  }

  /** Logs each error once: a rebuild is continued for as long as a store is away. */
  private tellHeldUp(error: string): void {
    const { turn, held } = this.attempt;
    if (turn.aborted || !held.isNew(error)) return;
    const { kind, by } = this.run.status;
    this.ports.logger.warn({ kind, by, error }, HELD_UP);
  }
}

/** Writes how far a rebuild is, one write at a time: a write that is overtaken would bring back what was before. */
class RunSaves {
  private isSaving = false;
  /** The end of the last write. */
  saved: Promise<void> = Promise.resolve();

  constructor(
    private readonly records: Pick<RebuildRecords, 'update'>,
    private readonly id: RebuildId['id'],
    private readonly run: RebuildRun,
  ) {}

  /** Nothing while a write is under way. */
  saveUnlessSaving(): void {
    if (!this.isSaving) void this.save();
  }

  /** Never rejects: the next write says more. */
  save(): Promise<void> {
    this.isSaving = true;
    const saved = (this.saved = this.saved.then(() => this.write()));
    void saved.then(() => (this.isSaving = saved !== this.saved));
    return saved;
  }

  private async write(): Promise<void> {
    const { records, id, run } = this;
    await records.update({ id, status: JSON.stringify(run.status), isEnded: !run.isActive }).catch(() => undefined);
  }
}

export function statusOf({ status }: RebuildRecord): RebuildStatus {
  return JSON.parse(status) as RebuildStatus;
}
