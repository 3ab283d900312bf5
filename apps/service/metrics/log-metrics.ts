import { Counter, Histogram } from 'prom-client';
import type { AppendResult, CommitReport, EventStore } from '#event-store';
import type { CallDispatched } from '#dialing/domain';
import type { Metrics } from '#http';
import { type NewEvent, UnavailableError } from '#kernel';
import type { StorePair } from '../store-pair.js';

/** Seconds. An append on the embedded pair takes a fsync, one on the distributed pair a round trip as well. */
const SECONDS = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Appends that wait share a fsync: at most one for each connection of a client. */
const APPENDS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** Up to the largest append that is gathered (docs/reference/consistency.md#how-a-command-decides). */
const EVENTS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000];

const RESULTS = ['written', 'refused', 'unavailable'] as const;
const DISPATCHED: CallDispatched['type'] = 'CallDispatched';

/**
 * The metrics of the log (docs/adr/0043-metrics-are-counted-where-work-is-gathered.md): observed once an append and
 * once a commit, each of which many commands share.
 */
export class LogMetrics {
  private readonly durations = new Histogram({
    name: 'eventlog_append_duration_seconds',
    help: 'Appends by result: written; refused: another process was faster; unavailable: the log did not take it.',
    labelNames: ['result'],
    buckets: SECONDS,
    registers: [],
  });

  private readonly commitAppends = new Histogram({
    name: 'eventlog_commit_appends',
    help: 'Appends that one commit wrote; 1 where the log commits each append by itself.',
    buckets: APPENDS,
    registers: [],
  });

  private readonly commitEvents = new Histogram({
    name: 'eventlog_commit_events',
    help: 'Events that one commit wrote.',
    buckets: EVENTS,
    registers: [],
  });

  private readonly dispatched = new Counter({
    name: 'dialer_calls_dispatched_total',
    help: 'Calls that were dispatched: contacts given to a dialer.',
    registers: [],
  });

  /** @param monotonic milliseconds of a monotonic clock */
  constructor(private readonly monotonic: () => number) {
    for (const result of RESULTS) this.durations.zero({ result });
  }

  registerIn({ registry, operatorRegistry }: Pick<Metrics, 'registry' | 'operatorRegistry'>): void {
    for (const metric of [this.durations, this.commitAppends, this.commitEvents]) registry.registerMetric(metric);
    operatorRegistry.registerMetric(this.dispatched);
  }

  /** The same pair, whose appends are observed. */
  over(pair: StorePair): StorePair {
    const { store, onCommit } = pair;
    onCommit?.((commit) => this.observeCommit(commit));
    const metered: EventStore = {
      singleWriter: store.singleWriter,
      append: (stream, events, expected) => {
        const begunAt = this.monotonic();
        const appended = store.append(stream, events, expected);
        this.observe(appended, events, begunAt, onCommit === undefined);
        // The promise of the store: one of our own would be settled later.
        return appended;
      },
      read: (stream, options) => store.read(stream, options),
      follow: (options) => store.follow(options),
      close: () => store.close(),
    };
    return { ...pair, store: metered };
  }

  private observe(
    appended: Promise<AppendResult>,
    events: readonly NewEvent[],
    begunAt: number,
    isCommit: boolean,
  ): void {
    const ended = (result: (typeof RESULTS)[number]): void =>
      this.durations.observe({ result }, (this.monotonic() - begunAt) / 1_000);
    appended.then(
      () => {
        ended('written');
        if (isCommit) this.observeCommit({ appends: 1, events: events.length });
        const dispatched = events.filter(({ type }) => type === DISPATCHED).length;
        if (dispatched > 0) this.dispatched.inc(dispatched);
      },
      (error: unknown) => ended(error instanceof UnavailableError ? 'unavailable' : 'refused'),
    );
  }

  private observeCommit({ appends, events }: CommitReport): void {
    this.commitAppends.observe(appends);
    this.commitEvents.observe(events);
  }
}
