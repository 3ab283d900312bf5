import { type NewEvent, Recent, type RecordedEvent } from '#kernel';
import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type FollowBatch,
  type FollowOptions,
  type ReadOptions,
  StoreUnavailableError,
} from './event-store.js';
import { chained, NO_LINK } from './hash-chain.js';
import { isSkipped } from './skipped-events.js';

/** Streams whose last link is remembered, about 150 bytes each. For any other stream an append costs one more read. */
const REMEMBERED_STREAMS = 10_000;

/** The end of a stream as this process knows it, or has handed it over. */
interface End {
  readonly revision: number;
  readonly link: string;
}

/**
 * An event store whose appends are chained: the last event of each bears a hash over the append and over the link
 * before it in its stream (docs/adr/0046-appends-are-chained.md). It works on events as the log holds them: below the
 * store that seals personal data. A caller repeats only an append that failed, or one with the very same data.
 */
export class ChainedEventStore implements EventStore {
  private readonly ends = new Recent<End>(REMEMBERED_STREAMS);
  /** For each stream the last append whose link is still being read; resolves once the store below has it. */
  private readonly turns = new Map<string, Promise<unknown>>();
  private closing: Promise<void> | undefined;

  constructor(private readonly store: EventStore) {}

  get singleWriter(): boolean {
    return this.store.singleWriter;
  }

  /** @see EventStore.append */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    if (this.closing) return Promise.reject(new StoreUnavailableError('The event store is closed.'));
    const before = this.turns.get(stream);
    const link = before ? undefined : this.linkAt(stream, expected);
    if (link !== undefined) return this.handOver(stream, events, expected, link);
    return this.afterReading(stream, events, expected, before);
  }

  /** @see EventStore.read */
  async read(stream: string, options: ReadOptions): Promise<readonly RecordedEvent[]> {
    const events = await this.store.read(stream, options);
    this.learn(stream, options.backwards ? events[0] : events.at(-1));
    return events;
  }

  /** @see EventStore.follow */
  follow(options: FollowOptions): AsyncIterable<FollowBatch> {
    return this.store.follow(options);
  }

  close(): Promise<void> {
    this.closing ??= Promise.all(this.turns.values()).then(() => this.store.close());
    return this.closing;
  }

  /** Appends that come meanwhile wait for this one: their link follows from it. */
  private async afterReading(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    before: Promise<unknown> | undefined,
  ): Promise<AppendResult> {
    let answer: Promise<AppendResult> | undefined;
    const handedOver = (async (): Promise<void> => {
      await before;
      const link = this.linkAt(stream, expected) ?? (await this.readLink(stream, expected as number));
      answer = this.handOver(stream, events, expected, link);
    })();
    const turn = handedOver.catch(() => undefined);
    this.turns.set(stream, turn);
    try {
      await handedOver;
    } finally {
      if (this.turns.get(stream) === turn) this.turns.delete(stream);
    }
    return answer!;
  }

  private async handOver(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    before: string,
  ): Promise<AppendResult> {
    if (events.length === 0) return this.store.append(stream, events, expected);
    const first = expected === 'no_stream' ? 0 : expected + 1;
    const { events: linked, link } = chained(before, stream, first, events);
    const end: End = { revision: first + events.length - 1, link };
    this.ends.set(stream, end);
    try {
      return await this.store.append(stream, linked, expected);
    } catch (error) {
      if (this.ends.get(stream) === end) this.ends.delete(stream);
      throw error;
    }
  }

  /** The link at the end that an append expects; undefined: it has to be read. */
  private linkAt(stream: string, expected: ExpectedRevision): string | undefined {
    if (expected === 'no_stream') return NO_LINK;
    const end = this.ends.get(stream);
    return end?.revision === expected ? end.link : undefined;
  }

  /** Where the stream does not end there, the append is refused, whatever its link. */
  private async readLink(stream: string, expected: number): Promise<string> {
    const [event] = await this.store.read(stream, { from: expected, backwards: true, limit: 1 });
    return event?.revision === expected ? linkBorneBy(event) : NO_LINK;
  }

  /** What is read is durable, unlike what was handed over: it replaces that at the same revision. */
  private learn(stream: string, event: RecordedEvent | undefined): void {
    if (!event) return;
    const { revision } = event;
    const known = this.ends.get(stream);
    if (!known || known.revision <= revision) this.ends.set(stream, { revision, link: linkBorneBy(event) });
  }
}

/** None where an older version appended it. The record of a skip in its place bears that of its own stream. */
function linkBorneBy(event: RecordedEvent): string {
  return isSkipped(event) ? NO_LINK : (event.metadata.chain?.link ?? NO_LINK);
}
