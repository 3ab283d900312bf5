// docs/adr/0040-personal-data-is-sealed-with-keys-that-can-be-shredded.md
import type { Timers } from '#kernel';
import { truncateWal } from '#event-store/sqlite';
import type { Database } from 'better-sqlite3';
import { sqliteCode } from './errors.js';
import type { Traces } from './traces.js';

/** Milliseconds without an erasure until the file is compacted: the erasure of one contact takes several commits. */
const QUIET_MS = 1_000;
/** Milliseconds from an erasure until the WAL is truncated, however many erasures follow. */
const LONGEST_MS = 10_000;
/**
 * The pause after a VACUUM, as a multiple of its duration, in which no row is written: 20 ms for a small file, five
 * seconds for a gigabyte. So it takes at most a thousandth of the time.
 */
const PAUSE_FACTOR = 1_000;
/** Milliseconds for which the truncation waits for short reads on other connections; no row is written then. */
const READS_MS = 200;
/** Milliseconds until the truncation is tried again while a long read keeps the WAL. */
const AGAIN_MS = 1_000;
/** Milliseconds until everything is tried again when the disk is full or fails. */
const TROUBLE_MS = 60_000;

export interface CompactionOptions {
  readonly timers: Timers;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  /** Removes copies of the rows in other files, which still have what was erased. */
  readonly removeCopies: () => void;
}

/**
 * Rewrites the file after erasures, on the connection and thread that write it, so that no byte of what was erased is
 * left in the file or its WAL. Readers may stay: those with a long read keep the WAL, and only its truncation waits.
 *
 *     clean ─────── a commit leaves traces (they are marked in the file) ──▶ waiting
 *     waiting ───── 1 s without a further one, 10 s at most ──▶ compacting: removes copies in other files
 *     compacting ── the pause since the last VACUUM is over: VACUUM; then the WAL is truncated ──▶ truncated
 *     compacting ── a long read keeps the WAL ──▶ compacting, in 1 s
 *     compacting ── the disk is full or fails (it is logged) ──▶ compacting, in 60 s
 *     truncated ─── no trace is younger than the last VACUUM: the mark is taken away ──▶ clean
 *     truncated ─── otherwise ──▶ compacting, once the pause is over
 */
export class Compaction {
  private cancel: () => void = () => undefined;
  /** When the oldest of the traces that wait was left. */
  private waitsSince: number | undefined;
  private pauseEnds = -Infinity;
  /** The count of traces at the last VACUUM: these are gone from the file itself. */
  private vacuumed = 0;
  private lastTrouble: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly traces: Traces,
    private readonly options: CompactionOptions,
    private readonly log: (sentence: string) => void,
  ) {
    traces.onMore = () => this.wait();
    if (traces.count > 0) this.wait();
  }

  /** Stops; what is due is left to the next process. */
  close(): void {
    this.cancel();
    this.traces.onMore = () => undefined;
  }

  private wait(): void {
    const now = this.options.monotonic();
    this.waitsSince ??= now;
    this.schedule(Math.min(QUIET_MS, this.waitsSince + LONGEST_MS - now));
  }

  private schedule(milliseconds: number): void {
    this.cancel();
    this.cancel = this.options.timers.set(Math.max(0, milliseconds), () => this.run());
  }

  private run(): void {
    this.waitsSince = undefined;
    const { database, traces } = this;
    const { monotonic, removeCopies } = this.options;
    const waits = Number(database.pragma('busy_timeout', { simple: true }));
    try {
      removeCopies();
      database.pragma(`busy_timeout = ${READS_MS}`);
      if (this.vacuumed < traces.count && monotonic() >= this.pauseEnds) this.vacuum();
      if (!truncateWal(database)) return this.schedule(AGAIN_MS);
      if (this.vacuumed < traces.count) return this.schedule(this.pauseEnds - monotonic());
      traces.gone();
      this.lastTrouble = undefined;
    } catch (error) {
      this.postpone(error);
    } finally {
      database.pragma(`busy_timeout = ${waits}`);
    }
  }

  private vacuum(): void {
    const { monotonic } = this.options;
    const begun = monotonic();
    this.database.exec('VACUUM');
    this.vacuumed = this.traces.count;
    const ended = monotonic();
    this.pauseEnds = ended + PAUSE_FACTOR * (ended - begun);
  }

  /** @throws an error that is neither SQLite's nor the file system's: it is a bug, and ends the thread */
  private postpone(error: unknown): void {
    const code = sqliteCode(error) ?? (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    const { message } = error as Error;
    if (message !== this.lastTrouble) {
      this.log(
        `${this.database.name} may still hold personal data that was erased: it cannot be compacted: ${message}.`,
      );
    }
    this.lastTrouble = message;
    this.schedule(TROUBLE_MS);
  }
}
