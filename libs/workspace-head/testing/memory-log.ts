import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type ReadOptions,
  StoreUnavailableError,
  WrongExpectedRevisionError,
} from '#event-store';
import type { NewEvent, Position, RecordedEvent, Upcaster } from '#kernel';
import { type Pass, passAtOnce } from './scheduler.js';

/** The fate of an append: it works; the store refuses it; or it works, its answer is lost, and it is repeated. */
export type Fate = 'works' | 'unavailable' | 'answer_lost';

/** The log that several processes share. */
export class MemoryLog {
  /** In log order. */
  readonly events: RecordedEvent[] = [];
  private readonly streams = new Map<string, RecordedEvent[]>();

  stream(name: string): RecordedEvent[] {
    const found = this.streams.get(name) ?? [];
    this.streams.set(name, found);
    return found;
  }

  /** Writes all events or none. The same ids at the same revision are the same append. */
  write(name: string, events: readonly NewEvent[], expected: ExpectedRevision): AppendResult {
    const stream = this.stream(name);
    const first = expected === 'no_stream' ? 0 : expected + 1;
    const repeated = events.every(({ id }, at) => stream[first + at]?.id === id);
    if (!repeated) {
      const end = stream.length === 0 ? 'no_stream' : stream.length - 1;
      if (end !== expected) throw new WrongExpectedRevisionError(name, expected, end);
      for (const event of events) this.record(name, stream, event);
    }
    const last = stream[first + events.length - 1]!;
    return { revision: last.revision, position: last.position! };
  }

  private record(name: string, stream: RecordedEvent[], { id, type, data, metadata }: NewEvent): void {
    const position = String(this.events.length).padStart(12, '0') as Position;
    // As read from a disk: no reader shares an object with the log.
    const copy = JSON.parse(JSON.stringify({ data, metadata })) as Pick<RecordedEvent, 'data' | 'metadata'>;
    const event: RecordedEvent = { id, type, stream: name, revision: stream.length, position, ...copy };
    stream.push(event);
    this.events.push(event);
  }
}

/**
 * One process's connection to the log: counts, delays, fails and loses appends and reads. Fails a test that has two
 * appends in flight.
 */
export class LogClient implements Pick<EventStore, 'append' | 'read' | 'singleWriter'> {
  singleWriter = false;
  reads = 0;
  /** Events that its reads returned. */
  eventsRead = 0;
  /** The number of events of each append, in their order. */
  readonly appends: number[] = [];
  /** The fates of the next appends; later appends work. */
  readonly fates: Fate[] = [];
  /** Reads fail while it is true. */
  unreadable = false;
  /** The largest number of appends in flight for one stream. */
  mostInFlight = 0;
  private readonly inFlight = new Map<string, number>();

  constructor(
    private readonly log: MemoryLog,
    private readonly options: {
      readonly name?: string;
      readonly pass?: Pass;
      readonly upcast?: Upcaster;
    } = {},
  ) {}

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    this.appends.push(events.length);
    const fate = this.fates.shift() ?? 'works';
    // Serialised at the call: later changes of the objects are not written.
    const written = events.map((event) => ({ ...event }));
    this.count(stream, 1);
    try {
      await this.pass('append');
      if (fate === 'unavailable') throw new StoreUnavailableError('the store is away');
      let result = this.log.write(stream, written, expected);
      if (fate === 'answer_lost') {
        await this.pass('append again');
        result = this.log.write(stream, written, expected);
      }
      await this.pass('append answered');
      return result;
    } finally {
      this.count(stream, -1);
    }
  }

  async read(stream: string, { from, backwards, limit }: ReadOptions): Promise<readonly RecordedEvent[]> {
    this.reads += 1;
    await this.pass('read');
    if (this.unreadable) throw new StoreUnavailableError('the store is away');
    const events = this.log.stream(stream);
    const found = backwards ? events.slice(0, (from ?? events.length - 1) + 1).reverse() : events.slice(from ?? 0);
    const upcast = this.options.upcast ?? ((event) => event);
    const answer = found.slice(0, limit).map(upcast);
    this.eventsRead += answer.length;
    await this.pass('read answered');
    return answer;
  }

  private pass(what: string): Promise<void> {
    return (this.options.pass ?? passAtOnce)(`${this.options.name ?? ''}:${what}`);
  }

  private count(stream: string, by: number): void {
    const now = (this.inFlight.get(stream) ?? 0) + by;
    this.inFlight.set(stream, now);
    this.mostInFlight = Math.max(this.mostInFlight, now);
  }
}
