import type { FollowedEvent } from '#event-store';
import type { Clock } from '#kernel';
import type { ProjectedTrace } from '../progress/progress.js';

/** Traces of one commit that are told: a commit of thousands of events must not fill the queue of spans. */
const MOST_TRACES = 64;
/**
 * Milliseconds: events that happened earlier are folded without a trace. A rebuild, months later, is no part of the
 * request that wrote them.
 */
const TRACED_FOR_MS = 3_600_000;

/** The clocks of a follower that tells of traces. */
export interface TraceClocks {
  /** The machine's, which dates events too. */
  readonly clock: Clock;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
}

/**
 * The traces that the events of a commit are part of, for the report of a follower: it runs in a thread, and only the
 * main thread has a tracer (docs/adr/0048-a-trace-goes-through-the-log.md).
 */
export class ProjectedTraces {
  private begunAt = 0;
  private monotonicAt = 0;

  constructor(private readonly clocks: TraceClocks) {}

  /** Events begin to be folded. */
  begin(): void {
    this.begunAt = this.clocks.clock.now();
    this.monotonicAt = this.clocks.monotonic();
  }

  /** The rows of these events are committed: one entry for each of their traces, as part of a report. */
  committed(events: readonly FollowedEvent[]): { readonly traces?: readonly ProjectedTrace[] } {
    const counts = new Map<string, number>();
    for (const event of events) {
      if ('unreadable' in event) continue;
      const { traceparent, occurred_at } = event.metadata;
      if (traceparent === undefined || Date.parse(occurred_at) + TRACED_FOR_MS < this.begunAt) continue;
      const count = counts.get(traceparent);
      if (count !== undefined || counts.size < MOST_TRACES) counts.set(traceparent, (count ?? 0) + 1);
    }
    if (counts.size === 0) return {};
    const times = { begunAt: this.begunAt, endedAt: this.begunAt + this.clocks.monotonic() - this.monotonicAt };
    return { traces: [...counts].map(([traceparent, count]) => ({ traceparent, events: count, ...times })) };
  }
}
