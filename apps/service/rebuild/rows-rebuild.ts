// docs/adr/0050-rows-are-rebuilt-beside-the-live-ones.md
import type { Logger } from 'pino';
import { aborted, type Clock, DomainError, type Instant, instant } from '#kernel';
import { inspect, inspectLive, placeBeside, placesOf, removeFile } from '#read-model/sqlite';
import { runBuild } from './build-thread.js';
import type { RebuildThreadData } from './rebuild.worker.js';
import type { ComingRows, ServedRows } from './served-rows.js';
import { RebuildRun, type RebuildStatus, type RowsOrigin } from './rebuild-run.js';

export interface RowsRebuildPorts extends Omit<RebuildThreadData, 'liveFile' | 'file'> {
  readonly rows: Pick<ServedRows, 'file' | 'exchange'>;
  /** The usual path of the rows. */
  readonly path: string;
  /** Whether the rows are complete. */
  readonly isReady: () => boolean;
  readonly clock: Clock;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Who has asked for a rebuild: the name of an admin token; null: one without a name, or the service itself. */
type Asked = Readonly<{ by: string | null }>;

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
export class RowsRebuild {
  private run: RebuildRun | undefined;
  private working: Promise<void> = Promise.resolve();
  private prepare: (rows: ComingRows) => Promise<void> = async () => undefined;
  private replaced: () => void = () => undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly ports: RowsRebuildPorts) {}

  /** The rebuild that is under way, or was last; undefined: there was none since the start. */
  get status(): RebuildStatus | undefined {
    return this.run?.status;
  }

  /** Whether `back` is possible: the file before is kept until the next start, the next rebuild or the next erasure. */
  get canGoBack(): boolean {
    if (this.run?.isActive || !this.hasPlaces) return false;
    const found = inspect(this.fileBeside);
    return typeof found === 'object' && !found.isBuilding;
  }

  /** What the rebuild that made the served rows has left with them; undefined: no rebuild has made them. */
  get madeBy(): RowsOrigin | undefined {
    const rebuilt = inspectLive(this.ports.rows.file)?.rebuilt;
    return rebuilt === undefined ? undefined : (JSON.parse(rebuilt) as RowsOrigin);
  }

  /**
   * @param listeners.prepare does what is due to complete rows before they are served
   * @param listeners.replaced is called once rows are served that differ from those before
   */
  listen(listeners: { readonly prepare: (rows: ComingRows) => Promise<void>; readonly replaced: () => void }): void {
    this.prepare = listeners.prepare;
    this.replaced = listeners.replaced;
  }

  /**
   * Begins a rebuild, or continues one that has not been finished. One that is under way stays.
   * @param asked.force whether the rows are exchanged even where they differ
   * @throws DomainError `resource_conflict`: one of another kind is under way, or the rows are not complete
   */
  start(asked: Asked & { readonly force: boolean }): void {
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
      if (run.differences > 0) this.replaced();
    });
  }

  /**
   * Serves the rows again that were served before the last rebuild.
   * @throws DomainError `resource_conflict`: a rebuild is under way, or they are not kept
   */
  back(asked: Asked): void {
    if (!this.run?.isActive && !this.canGoBack) {
      throw new DomainError('resource_conflict', 'The rows before the last rebuild are not kept any more.');
    }
    this.begin({ kind: 'back', force: false, ...asked }, async (run, file) => {
      await this.exchange(run, file, undefined);
      this.replaced();
    });
  }

  /** Continues the rebuild that an earlier process has left. */
  resume(): void {
    if (this.hasPlaces) this.start({ by: null, force: false });
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
      .finally(() => this.tell(run));
  }

  private async exchange(run: RebuildRun, file: string, rebuilt: string | undefined): Promise<void> {
    const { rows } = this.ports;
    const before = rows.file;
    const { signal } = this.stopping;
    run.switching();
    const prepare = (coming: ComingRows) => Promise.race([this.prepare(coming), aborted(signal)]);
    await rows.exchange({ file, rebuilt, prepare }, signal);
    // What was erased may be left in it, and nothing compacts it any more.
    if (inspectLive(before)?.isCompactionDue) removeFile(before);
    run.end('done');
  }

  private tell({ status }: RebuildRun): void {
    const { logger } = this.ports;
    const { state, kind, by, forced, different_rows, equal_rows, error } = status;
    if (state === 'done' && different_rows === 0) logger.info({ kind, by, equal_rows }, 'the rows were exchanged');
    else if (state === 'done') logger.warn({ kind, by, forced, different_rows }, 'rows were exchanged that differ');
    else if (state === 'differs') logger.error({ by, different_rows }, 'the rebuilt rows differ: they are not served');
    else if (state === 'failed') logger.error({ kind, by, error }, 'the rebuild of the rows has failed');
  }
}
