// docs/adr/0050-rows-are-rebuilt-beside-the-live-ones.md
import type { Logger } from 'pino';
import { type Clock, DomainError, type Instant, instant, unlessAborted } from '#kernel';
import { realSleep } from '#read-model';
import { inspect, inspectLive, placeBeside, placesOf, removeFile } from '#read-model/sqlite';
import { runBuild } from './build-thread.js';
import { oweErasing } from './owed-erasing.js';
import type { RebuildThreadData } from './rebuild.worker.js';
import type { Asked, ComingRows, RebuildListeners, RebuildsState, RowRebuilds } from './row-rebuilds.js';
import type { ServedRows } from './served-rows.js';
import { RebuildRun, type RebuildStatus, type RowsOrigin } from './rebuild-run.js';
import { tellRebuild } from './tell-rebuild.js';

export interface RowsRebuildPorts extends Omit<RebuildThreadData, 'liveFile' | 'file'> {
  readonly rows: Pick<ServedRows, 'file' | 'readModel' | 'exchange'>;
  /** The usual path of the rows. */
  readonly path: string;
  /** Whether the rows are complete. */
  readonly isReady: () => boolean;
  readonly clock: Clock;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Milliseconds between two looks at a clock that is wrong. */
const CLOCK_LOOK_MS = 250;

/**
 * Rebuilds the rows of a running service: folds the log into a second file, compares it with the live rows, and serves
 * it in their place. One at a time; what a process leaves unfinished is continued by the next one.
 *
 *     idle ────── `start` ──▶ building: a thread folds the log ──▶ comparing ──▶ switching ──▶ done
 *     comparing ─ rows differ, and it is not forced ──▶ differs: the live rows stay, the built ones are removed
 *     done ────── `back`: the file before is continued ──▶ switching ──▶ done
 *     any ─────── a thread or a file fails ──▶ failed: the live rows stay, the built ones are removed
 *     any ─────── the process ends ──▶ the next one continues (`resume`)
 */
export class RowsRebuild implements RowRebuilds {
  private run: RebuildRun | undefined;
  private working: Promise<void> = Promise.resolve();
  private listeners: RebuildListeners | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly ports: RowsRebuildPorts) {}

  async state(): Promise<RebuildsState> {
    return { rebuild: this.run?.status, canGoBack: this.canGoBack, madeBy: this.madeBy };
  }

  /** Whether `back` is possible: the file before is kept until the next start, the next rebuild or the next erasure. */
  private get canGoBack(): boolean {
    if (this.run?.isActive || !this.hasPlaces) return false;
    const found = inspect(this.fileBeside);
    return typeof found === 'object' && !found.isBuilding;
  }

  /** What the rebuild that made the served rows has left with them; undefined: no rebuild has made them. */
  private get madeBy(): RowsOrigin | undefined {
    const rebuilt = inspectLive(this.ports.rows.file)?.rebuilt;
    return rebuilt === undefined ? undefined : (JSON.parse(rebuilt) as RowsOrigin);
  }

  listen(listeners: RebuildListeners): void {
    this.listeners = listeners;
  }

  async start(asked: Asked & { readonly force: boolean }): Promise<RebuildStatus> {
    this.begun(asked);
    return this.run!.status;
  }

  private begun(asked: Asked & { readonly force: boolean }): void {
    const { kind, forced } = this.run?.isActive ? this.run.status : {};
    if (kind === 'rebuild' && forced === asked.force) return;
    this.begin({ kind: 'rebuild', ...asked }, async (run, file) => {
      const found = inspect(file);
      if (typeof found !== 'object' || !found.isBuilding) removeFile(file);
      await runBuild({ ...this.ports, liveFile: this.ports.rows.file, file }, run, this.stopping.signal);
      if (run.differences > 0 && !asked.force) {
        removeFile(file);
        return run.end('differs');
      }
      await this.exchange(run, file, JSON.stringify(run.facts));
      if (run.differences > 0) this.listeners?.replaced();
    });
  }

  async back(asked: Asked): Promise<RebuildStatus> {
    if (!this.run?.isActive && !this.canGoBack) {
      throw new DomainError('resource_conflict', 'The rows before the last rebuild are not kept any more.');
    }
    this.begin({ kind: 'back', force: false, ...asked }, async (run, file) => {
      await this.exchange(run, file, undefined);
      this.listeners?.replaced();
    });
    return this.run!.status;
  }

  /** Continues the rebuild that an earlier process has left. */
  resume(): void {
    if (this.hasPlaces) this.begun({ by: null, force: false });
  }

  /** Stops; what is unfinished is left to the next process. */
  async close(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  /** Whether the rows are served from one of the two places; false: they stand beside those of another shape. */
  private get hasPlaces(): boolean {
    const { rows, path } = this.ports;
    return placesOf(path).includes(rows.file);
  }

  private get fileBeside(): string {
    const { rows, path } = this.ports;
    return placeBeside(path, rows.file);
  }

  private begin(
    asked: Asked & { readonly kind: RebuildStatus['kind']; readonly force: boolean },
    work: (run: RebuildRun, file: string) => Promise<void>,
  ): void {
    const { isReady, clock, monotonic, logger } = this.ports;
    if (this.run?.isActive) throw new DomainError('resource_conflict', 'The rows are being rebuilt already.');
    if (!isReady()) throw new DomainError('resource_conflict', 'The rows are not complete yet: they are being built.');
    if (!this.hasPlaces) {
      const why = 'The rows of this version stand beside those of another one until the next start of the service.';
      throw new DomainError('resource_conflict', why);
    }
    const now = (): Instant => instant(clock.now());
    const run = (this.run = new RebuildRun({ ...asked, now, monotonic }));
    const file = this.fileBeside;
    logger.info({ by: asked.by, force: asked.force, kind: asked.kind }, 'the rows are rebuilt');
    this.working = work(run, file)
      .catch((error: unknown) => {
        if (this.stopping.signal.aborted) return;
        // Nothing would blank in it who is erased from now on. Perhaps it counts as the live one already.
        removeFile(file);
        run.fail(error as Error);
      })
      .finally(() => tellRebuild(logger, run.status));
  }

  private async exchange(run: RebuildRun, file: string, rebuilt: string | undefined): Promise<void> {
    const { rows, clock } = this.ports;
    const before = rows.file;
    const { signal } = this.stopping;
    run.switching();
    let doOwe = true;
    const prepare = async (coming: ComingRows): Promise<void> => {
      await unlessAborted(this.prepare(coming), signal);
      doOwe = await oweErasing(rows.readModel, instant(clock.now()));
    };
    await rows.exchange({ file, rebuilt, prepare }, signal);
    // What was erased may be left in it, or is to be erased: nothing does it any more.
    if (doOwe || inspectLive(before)?.isCompactionDue) removeFile(before);
    run.end('done');
  }

  /**
   * Prepares rows once there are listeners and the clock is right, by which some rows are made. Meanwhile the rows
   * follow the log, and those before them are served.
   */
  private async prepare(coming: ComingRows): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      while (!this.listeners || this.listeners.clockTrouble() !== undefined) {
        await realSleep(CLOCK_LOOK_MS, signal);
        signal.throwIfAborted();
      }
      try {
        return await this.listeners.prepare(coming);
      } catch (error) {
        // The clock has turned wrong.
        if (!(error instanceof DomainError) || error.code !== 'unavailable') throw error;
      }
    }
  }
}
