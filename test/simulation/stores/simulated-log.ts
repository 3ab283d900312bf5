import { type AppendResult, type ExpectedRevision, WrongExpectedRevisionError } from '#event-store';
import type { Position } from '#kernel';
import type { StoredEvent } from '../../../libs/event-store/decode.js';
import { type SerialisedAppend, TEXTS_PER_EVENT } from '../../../libs/event-store/serialise.js';
import type { AppendRecord } from '../world.js';

/** An event in the log. */
export interface LoggedEvent extends StoredEvent {
  /** The true time at which it reached the log. */
  readonly at: number;
}

/** Positions are not dense: no reader may take them for numbers that follow each other. */
const STRIDE = 3;
const DIGITS = 12;

/** The log that all processes share, as it stands on its server. */
export class SimulatedLog {
  readonly events: LoggedEvent[] = [];
  readonly appends: AppendRecord[] = [];
  private readonly streams = new Map<string, LoggedEvent[]>();
  private readonly listeners = new Set<() => void>();

  /** @param checkStream throws what an append to this stream is answered with, where the log does not take it */
  constructor(
    private readonly now: () => number,
    private readonly checkStream: (stream: string) => void = () => undefined,
  ) {}

  /** The events of a stream, in their order. */
  stream(name: string): readonly LoggedEvent[] {
    return this.streams.get(name) ?? [];
  }

  /** The next events from an index on of streams whose names begin with one of the prefixes, and where they end. */
  scan(
    from: number,
    prefixes: readonly string[],
    limit: number,
  ): { readonly events: readonly LoggedEvent[]; readonly next: number; readonly caughtUp: boolean } {
    const events: LoggedEvent[] = [];
    let next = from;
    for (; next < this.events.length && events.length < limit; next += 1) {
      const event = this.events[next]!;
      if (prefixes.some((prefix) => event.stream.startsWith(prefix))) events.push(event);
    }
    return { events, next, caughtUp: next === this.events.length };
  }

  /** Called after each append; the returned function ends it. */
  onAppend(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Writes all or nothing; the same ids in the same place are the same append. @throws WrongExpectedRevisionError */
  append(process: string, name: string, texts: SerialisedAppend, expected: ExpectedRevision): AppendResult {
    const stream = this.streams.get(name) ?? [];
    const first = expected === 'no_stream' ? 0 : expected + 1;
    const count = texts.length / TEXTS_PER_EVENT;
    const isRepeated = Array.from({ length: count }, (_, n) => n).every(
      (n) => stream[first + n]?.id === texts[n * TEXTS_PER_EVENT],
    );
    if (!isRepeated) {
      const end = stream.length === 0 ? 'no_stream' : stream.length - 1;
      if (end !== expected) throw new WrongExpectedRevisionError(name, expected, end);
      this.checkStream(name);
      this.write(process, name, stream, texts);
    }
    const { revision, position } = stream[first + count - 1]!;
    return { revision, position };
  }

  private write(process: string, name: string, stream: LoggedEvent[], texts: SerialisedAppend): void {
    const from = this.events.length;
    let shared = '';
    for (let at = 0; at < texts.length; at += TEXTS_PER_EVENT) {
      const [id, type, data, own] = texts.slice(at, at + TEXTS_PER_EVENT) as [string, string, string, string];
      const metadata = own === '' ? shared : own;
      shared = metadata;
      const position = positionOf(this.events.length);
      const event = { id, type, data, metadata, stream: name, revision: stream.length, position, at: this.now() };
      stream.push(event);
      this.events.push(event);
    }
    this.streams.set(name, stream);
    this.appends.push({ at: this.now(), process, stream: name, from, to: this.events.length });
    for (const listener of [...this.listeners]) listener();
  }
}

/** The position of the event of this index. */
export function positionOf(index: number): Position {
  return String((index + 1) * STRIDE).padStart(DIGITS, '0') as Position;
}

/** The index of the first event behind a position. */
export function indexBehind(position: Position | undefined): number {
  return position === undefined ? 0 : Math.floor(Number(position) / STRIDE);
}
