import type { Instant } from '#kernel';
import type { RowDifference } from '../past/rows/row-difference.js';
import type { FromRebuild } from './rebuild.worker.js';

/** How far a rebuild is, in the names of the API. */
export interface RebuildStatus {
  /** back: the rows before the last rebuild are served again. */
  readonly kind: 'rebuild' | 'back';
  readonly state: 'building' | 'comparing' | 'switching' | 'done' | 'differs' | 'failed';
  readonly started_at: Instant;
  readonly ended_at: Instant | null;
  /** The name of the admin token; null: one without a name, or the service itself. */
  readonly by: string | null;
  /** Whether the rows are exchanged even where they differ. */
  readonly forced: boolean;
  readonly folded_events: number;
  readonly log_events: number;
  /** Since the start; null: not known. */
  readonly events_per_second: number | null;
  /** Until the log is folded; null: not known. */
  readonly seconds_left: number | null;
  readonly compared_rows: number;
  readonly equal_rows: number;
  /** Rows that were written again and again while they were compared. */
  readonly moving_rows: number;
  readonly different_rows: number;
  /** The first hundred of them. */
  readonly differences: readonly RowDifference[];
  readonly error: string | null;
}

/** What is kept with rebuilt rows about their rebuild, in the names of the API. */
export interface RowsOrigin extends Pick<RebuildStatus, 'by' | 'forced' | 'different_rows'> {
  /** When they were compared. */
  readonly at: Instant;
}

export interface RebuildRunOptions {
  readonly kind: RebuildStatus['kind'];
  readonly by: string | null;
  readonly force: boolean;
  /** What an earlier process has recorded of this rebuild; undefined: it is new. */
  readonly recorded?: RebuildStatus | undefined;
  readonly now: () => Instant;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
}

/**
 * One rebuild, from its start to its end. One that is continued shows what was recorded of it until its thread folds or
 * compares again, which begins with no difference.
 */
export class RebuildRun {
  private state: RebuildStatus['state'] = 'building';
  private endedAt: Instant | null = null;
  private error: string | null = null;
  private folded: { readonly first: number; readonly now: number; readonly of: number } | undefined;
  private compared = 0;
  private result = { equal: 0, moving: 0 };
  private different = 0;
  private told: RowDifference[] = [];
  private isRecorded = false;
  private readonly startedAt: Instant;
  private readonly begun: number;

  constructor(private readonly options: RebuildRunOptions) {
    const { recorded, now, monotonic } = options;
    this.startedAt = recorded?.started_at ?? now();
    this.begun = monotonic();
    if (recorded) this.restore(recorded);
  }

  get isActive(): boolean {
    return this.endedAt === null;
  }

  get differences(): number {
    return this.different;
  }

  /** What is kept with the rows. */
  get facts(): RowsOrigin {
    const { by, force } = this.options;
    return { at: this.options.now(), by, forced: force && this.different > 0, different_rows: this.different };
  }

  get status(): RebuildStatus {
    const { kind, by, force: forced } = this.options;
    const { now: folded = 0, of = 0 } = this.folded ?? {};
    const rate = this.rate();
    return {
      kind,
      state: this.state,
      started_at: this.startedAt,
      ended_at: this.endedAt,
      by,
      forced,
      folded_events: folded,
      log_events: of,
      events_per_second: rate ?? null,
      seconds_left: rate ? Math.ceil((of - folded) / rate) : null,
      compared_rows: this.compared,
      equal_rows: this.result.equal,
      moving_rows: this.result.moving,
      different_rows: this.different,
      differences: this.told,
      error: this.error,
    };
  }

  /** Takes a message of the thread that builds. */
  hear(message: Exclude<FromRebuild, { kind: 'failed' }>): void {
    if (this.isRecorded) this.beginAgain();
    switch (message.kind) {
      case 'folded':
        this.folded = { first: this.folded?.first ?? message.folded, now: message.folded, of: message.of };
        break;
      case 'compared':
        this.state = 'comparing';
        this.compared = message.rows;
        break;
      case 'differs':
        this.different += 1;
        if (message.difference) this.told.push(message.difference);
        break;
      case 'done':
        this.result = message.result;
        break;
      default:
        message satisfies never;
    }
  }

  switching(): void {
    this.state = 'switching';
  }

  end(state: 'done' | 'differs'): void {
    this.state = state;
    this.endedAt = this.options.now();
  }

  fail(error: Error): void {
    this.state = 'failed';
    this.error = error.message;
    this.endedAt = this.options.now();
  }

  private restore(recorded: RebuildStatus): void {
    const { state, folded_events, log_events } = recorded;
    this.isRecorded = true;
    this.state = state;
    this.folded = { first: folded_events, now: folded_events, of: log_events };
    this.compared = recorded.compared_rows;
    this.result = { equal: recorded.equal_rows, moving: recorded.moving_rows };
    this.different = recorded.different_rows;
    this.told = [...recorded.differences];
  }

  private beginAgain(): void {
    this.isRecorded = false;
    this.state = 'building';
    this.folded = undefined;
    this.compared = 0;
    this.result = { equal: 0, moving: 0 };
    this.different = 0;
    this.told = [];
  }

  /** Events a second; undefined while it says nothing. */
  private rate(): number | undefined {
    if (!this.folded || this.state !== 'building') return undefined;
    const events = this.folded.now - this.folded.first;
    const seconds = (this.options.monotonic() - this.begun) / 1_000;
    return events > 0 && seconds > 0 ? Math.round(events / seconds) : undefined;
  }
}
