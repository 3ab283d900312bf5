import type { AllStreamSubscription } from '@eventstore/db-client';
import type { FollowedEvent } from '../event-store.js';
import type { FoundEvent } from './decode.js';
import { isAfter } from './position.js';
import type { LogPosition } from './position.js';
import type { Beat } from './pulse.js';

/** What was said between two events: it holds once the events before it are taken. */
type Mark =
  | { readonly kind: 'checkpoint'; readonly position: LogPosition }
  | { readonly kind: 'caughtUp' }
  | { readonly kind: 'fellBehind' };

/** Opens a subscription; its listener for checkpoints is called synchronously. */
export type Subscribe = (checkpointReached: (position: LogPosition) => void) => AllStreamSubscription;

export interface FeedOptions {
  /** Most events kept for a consumer that is slower than the server; then the flow is held back. */
  readonly ahead: number;
  /** Milliseconds until a subscription that is not confirmed is given up. */
  readonly confirmation: number;
  /** Called whenever there is something new to take, and when the subscription has ended. */
  readonly changed: () => void;
  readonly confirmed: () => void;
}

export interface Step {
  readonly events: readonly FollowedEvent[];
  /** The furthest place that holds now; undefined if none was said. */
  readonly position: LogPosition | undefined;
  /** Number of checkpoints passed. */
  readonly checkpoints: number;
  readonly caughtUp: boolean;
}

/**
 * One subscription to the log, from its opening to its end: keeps what came until it is taken, in order, and knows
 * which marks hold by then. Marks are told ahead of the events that the client still buffers
 * (test/contract/eventstoredb/FACTS.md#the-most-dangerous-ones), so these are counted in.
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
    // The listener stays to the end: an error after it is nobody's business, and must not end the process.
    this.subscription.on('error', (error) => this.end(error));
    for (const end of ['end', 'close'] as const) this.subscription.on(end, () => this.end(new Error('it was ended')));
  }

  /** Why it has ended; undefined while it has not. What came before is still there to be taken. */
  get failure(): unknown {
    return this.reason;
  }

  /** It has brought at least one event. */
  get delivered(): boolean {
    return this.came > 0;
  }

  /** Takes up to `limit` events that have come. */
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
   * The watchdog: ends a subscription that is silent while the server does not answer, or while something that it
   * should have brought by the last look has still not come at this one.
   */
  check(beat: Beat & { readonly began: number }, prefixes: readonly string[]): void {
    // A slow consumer holds the flow back itself.
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

  /** Ends it, if it has not ended by itself. */
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
        // The first one of all, at 0/0, says nothing: a follower that begins there begins at the beginning.
        if (next.mark.position.commit > 0n && isAfter(next.mark.position, position)) position = next.mark.position;
      }
    }
    return { position, checkpoints };
  }
}
