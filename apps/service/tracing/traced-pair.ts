import type { AppendResult, EventStore } from '#event-store';
import { type NewEvent, type Span, type Tracer, UnavailableError } from '#kernel';
import type { StorePair } from '../store-pair.js';

/** Traces of one append that are told: a group commit may gather a command of each connection. */
const MOST_TRACES = 64;

/**
 * The same pair, each of whose appends is a step `append` of every trace that its events are part of
 * (docs/adr/0048-a-trace-goes-through-the-log.md). Commands share appends: each trace gets a step of its own, which
 * says how many traces and events the append has.
 */
export function tracedPair(pair: StorePair, tracer: Tracer): StorePair {
  const { store } = pair;
  const traced: EventStore = {
    singleWriter: store.singleWriter,
    append: (stream, events, expected) => {
      const spans = begin(tracer, events);
      const appended = store.append(stream, events, expected);
      if (spans.length > 0) endWith(appended, spans);
      // The promise of the store: one of our own would be settled later.
      return appended;
    },
    read: (stream, options) => store.read(stream, options),
    follow: (options) => store.follow(options),
    close: () => store.close(),
  };
  return { ...pair, store: traced };
}

function begin(tracer: Tracer, events: readonly NewEvent[]): readonly Span[] {
  const parents = new Set<string>();
  for (const { metadata } of events) if (metadata.traceparent !== undefined) parents.add(metadata.traceparent);
  const attributes = { 'smartlists.append.events': events.length, 'smartlists.append.traces': parents.size };
  return [...parents].slice(0, MOST_TRACES).flatMap((parent) => {
    const span = tracer.begin({ name: 'append', kind: 'internal', parent, attributes });
    return span ? [span] : [];
  });
}

function endWith(appended: Promise<AppendResult>, spans: readonly Span[]): void {
  const end = (failure?: string): void => spans.forEach((span) => span.end(failure));
  appended.then(
    () => end(),
    (error: unknown) => end(error instanceof UnavailableError ? 'unavailable' : 'refused'),
  );
}
