import type { AllStreamSubscription } from '@eventstore/db-client';
import type { FollowedEvent } from '../event-store.js';
import type { FoundEvent } from './decode.js';
import { isAfter } from './position.js';
import type { LogPosition } from './position.js';
import type { Beat } from './pulse.js';

/** A mark that the server sent between two events: it counts once the events before it are taken. */
type Mark =
  | { readonly kind: 'checkpoint'; readonly position: LogPosition }
  | { readonly kind: 'caughtUp' }
  | { readonly kind: 'fellBehind' };

/** Opens a subscription; its listener for checkpoints is called synchronously. */
export type Subscribe = (checkpointReached: (position: LogPosition) => void) => AllStreamSubscription;

export interface FeedOptions {
  /** Events kept for a consumer that is slower than the server; at this number the subscription is paused. */
  readonly ahead: number;
  /** Milliseconds after which a subscription that is not confirmed is ended. */
  readonly confirmation: number;
  /** Called whenever there are new events or marks to take, and when the subscription has ended. */
  readonly changed: () => void;
  readonly confirmed: () => void;
}

export interface Step {
  readonly events: readonly FollowedEvent[];
  /** The furthest position that the taken events and marks have reached; undefined: it has not moved. */
  readonly position: LogPosition | undefined;
  /** Number of checkpoints passed. */
  readonly checkpoints: number;
  readonly caughtUp: boolean;
}

/**
 * One subscription to the log, from its opening to its end. It keeps the received events until they are taken, in
 * order, and knows which marks count by then. The client reports marks ahead of events that it still buffers
 * (test/contract/eventstoredb/FACTS.md#the-most-dangerous-ones), so a mark counts only behind these.
 *
 *     opening ───── `confirmation` ──▶ confirmed (the watchdog `check` works from here on)
 *     opening ───── not confirmed in time ──▶ ended
 *     confirmed ─── the mark `caughtUp` is passed ──▶ live
 *     live ──────── the mark `fellBehind` is passed ──▶ confirmed
 *     confirmed, live ── `ahead` events are kept ──▶ paused ── some are taken ──▶ resumed
 *     any ───────── an error, `check` finds it dead, `end` ──▶ ended (`failure`); kept events can still be taken
 */
export class Feed {
  private readonly subscription: AllStreamSubscription;
  private readonly confirmation: NodeJS.Timeout;
  private readonly events: FoundEvent[] = [];
  private readonly marks: { readonly mark: Mark; readonly behind: number }[] = [];
  private came = 0;
  private taken = 0;
  private isConfirmed = false;
  private isLive = false;
  private reason: unknown;
  private heard = performance.now();
  private reached: LogPosition | undefined;
  private missing: LogPosition | undefined;

  constructor(
    subscribe: Subscribe,
    private readonly options: FeedOptions,
  ) {
    this.confirmation = setTimeout(() => this.end(new Error('not confirmed in time')), options.confirmation);
    this.subscription = subscribe((position) => this.mark({ kind: 'checkpoint', position }));
    this.subscription.on('caughtUp', () => this.mark({ kind: 'caughtUp' }));
    this.subscription.on('fellBehind', () => this.mark({ kind: 'fellBehind' }));
    this.subscription.on('confirmation', () => this.confirm());
    this.subscription.on('data', ({ event }) => event && this.receive(event));
    // The listener stays to the end: without it, a late error would be uncaught and end the process.
    this.subscription.on('error', (error) => this.end(error));
    for (const end of ['end', 'close'] as const) this.subscription.on(end, () => this.end(new Error('it was ended')));
  }

  /** Why it has ended; undefined while it has not. Events received before can still be taken. */
  get failure(): unknown {
    return this.reason;
  }

  /** Whether it has received at least one event. */
  get delivered(): boolean {
    return this.came > 0;
  }

  /** Takes up to `limit` received events, and the marks that they reach. */
  take(limit: number, decode: (found: FoundEvent) => FollowedEvent): Step {
    const found = this.events.splice(0, limit);
    const events = found.map(decode);
    this.taken += events.length;
    const passed = this.passMarks(found[events.length - 1]?.position);
    if (this.events.length < this.options.ahead && this.subscription.isPaused()) this.subscription.resume();
    const nothingLeft = this.events.length === 0 && this.subscription.readableLength === 0;
    return { events, ...passed, caughtUp: this.isLive && nothingLeft };
  }

  /**
   * The watchdog: ends a subscription that is silent while the server does not answer, or one that at this check still
   * lacks an event that it should have sent by the previous check.
   */
  check(beat: Beat & { readonly began: number }, prefixes: readonly string[]): void {
    // A slow consumer paused it: silence is expected.
    if (!this.isConfirmed || this.subscription.isPaused()) return;
    if (!beat.ok) {
      if (this.heard < beat.began) this.end(beat.error);
      return;
    }
    const due = this.missing;
    if (due && isAfter(due, this.reached)) return this.end(new Error('it is silent although there is news'));
    const newest = beat.newest.find(({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix)))?.position;
    this.missing = newest && this.heard < beat.began && isAfter(newest, this.reached) ? newest : undefined;
  }

  /** Ends it, unless it has ended already. */
  end(reason: unknown): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    clearTimeout(this.confirmation);
    void this.subscription.unsubscribe().catch(() => undefined);
    this.options.changed();
  }

  private confirm(): void {
    if (this.reason !== undefined) return;
    this.isConfirmed = true;
    this.heard = performance.now();
    clearTimeout(this.confirmation);
    this.options.confirmed();
  }

  private receive(event: FoundEvent): void {
    if (this.reason !== undefined) return;
    this.events.push(event);
    this.came += 1;
    this.hear(event.position);
    if (this.events.length >= this.options.ahead) this.subscription.pause();
  }

  private mark(mark: Mark): void {
    if (this.reason !== undefined) return;
    this.marks.push({ mark, behind: this.came + this.subscription.readableLength });
    this.hear(mark.kind === 'checkpoint' ? mark.position : undefined);
  }

  private hear(position: LogPosition | undefined): void {
    this.heard = performance.now();
    if (position && isAfter(position, this.reached)) this.reached = position;
    this.missing = undefined;
    this.options.changed();
  }

  private passMarks(from: LogPosition | undefined): Pick<Step, 'position' | 'checkpoints'> {
    let position = from;
    let checkpoints = 0;
    for (let next = this.marks[0]; next && next.behind <= this.taken; next = this.marks[0]) {
      this.marks.shift();
      if (next.mark.kind !== 'checkpoint') this.isLive = next.mark.kind === 'caughtUp';
      else {
        checkpoints += 1;
        // The first checkpoint, at 0/0, is no position: a follower that begins there begins at the beginning.
        if (next.mark.position.commit > 0n && isAfter(next.mark.position, position)) position = next.mark.position;
      }
    }
    return { position, checkpoints };
  }
}
