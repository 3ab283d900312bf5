import { NO_SUBSCRIPTIONS, type Faults } from './faults.js';
import { callError, code, type ReadCall } from './grpc.js';
import type { Log, StoredEvent, Stream } from './log.js';
import { Outlet } from './outlet.js';
import { Subscription, type SubscriptionPlan } from './subscription.js';
import { streamDeleted } from './wire-appends.js';
import { readOptions, streamNotFound, type ReadOptions } from './wire-reads.js';

/** A piece of a list of events, in reading order: `at` is the first, `step` 1 or -1. */
interface Piece {
  readonly events: readonly StoredEvent[];
  readonly at: number;
  readonly step: 1 | -1;
  readonly count: number;
}

type Refused = { readonly refused: ReturnType<typeof callError> };

const refused = (why: string): Refused => ({ refused: callError(code.UNKNOWN, why) });

export class ReadService {
  constructor(
    private readonly log: Log,
    private readonly faults: Faults,
    private readonly liveBuffer: number,
  ) {}

  readonly read = (call: ReadCall): void => {
    const options = readOptions(call.request);
    if (options.count === undefined) return this.#subscribe(call, options);
    const stream = options.stream === undefined ? undefined : this.log.stream(options.stream);
    if (stream !== undefined && refuseStream(call, stream)) return;
    const piece = stream === undefined ? this.#ofAll(options, options.count) : ofStream(stream, options, options.count);
    if ('refused' in piece) return fail(call, piece.refused);
    send(call, piece);
  };

  #ofAll({ from, backwards }: ReadOptions, count: number): Piece | Refused {
    const { events } = this.log;
    if (count === 0) return refused('maxCount should be positive.');
    const wrong = this.#wrongPosition(from);
    if (wrong !== undefined) return wrong;
    const index = from === 'start' ? 0 : from === 'end' ? events.length : this.log.indexFrom(from);
    return backwards ? { events, at: index - 1, step: -1, count } : { events, at: index, step: 1, count };
  }

  #wrongPosition(from: ReadOptions['from']): Refused | undefined {
    if (typeof from !== 'number' || from === 0 || from >= this.log.nextPosition) return undefined;
    if (this.log.events[this.log.indexFrom(from)]?.position === from) return undefined;
    return refused('Unexpected error: a position that is not the beginning of a record.');
  }

  #subscribe(call: ReadCall, options: ReadOptions): void {
    if (this.faults.refusesSubscriptions) return fail(call, NO_SUBSCRIPTIONS);
    if (options.stream === undefined) {
      const wrong = this.#wrongPosition(options.from);
      if (wrong !== undefined) return fail(call, wrong.refused);
    } else if (this.log.stream(options.stream).tombstone !== undefined) {
      return fail(call, streamDeleted(options.stream));
    }
    new Subscription(call, this.log, this.faults, this.#plan(options));
  }

  #plan({ stream: name, from, filter }: ReadOptions): SubscriptionPlan {
    const stream = name === undefined ? undefined : this.log.stream(name);
    const { events } = stream ?? this.log;
    const common = { events, stream, filter, fromStart: from === 'start', liveBuffer: this.liveBuffer };
    if (from === 'end') return { ...common, next: events.length };
    if (stream !== undefined)
      return {
        ...common,
        next: Math.max(from === 'start' ? 0 : from + 1, Math.min(stream.firstReadable, events.length)),
      };
    // Exclusive: positions are integers, so the next event is the first one from position + 1 on.
    return { ...common, next: from === 'start' ? 0 : this.log.indexFrom(from + 1) };
  }
}

/** True when the stream cannot be read; the call was then ended with the reason. */
function refuseStream(call: ReadCall, stream: Stream): boolean {
  if (stream.tombstone !== undefined) {
    fail(call, streamDeleted(stream.name));
    return true;
  }
  if (stream.events.length > 0 && !stream.softDeleted) return false;
  const outlet = new Outlet(
    call,
    () => undefined,
    () => undefined,
  );
  outlet.send(streamNotFound(stream.name));
  outlet.end();
  return true;
}

function ofStream(stream: Stream, { from, backwards }: ReadOptions, count: number): Piece | Refused {
  if (count === 0) return refused('maxCount should be positive.');
  const { events, firstReadable, lastRevision } = stream;
  if (!backwards) {
    if (from === 'end') return refused('A stream cannot be read forwards from its end.');
    const at = Math.max(from === 'start' ? 0 : from, firstReadable);
    return { events, at, step: 1, count };
  }
  const at = from === 'start' ? 0 : from === 'end' ? lastRevision : Math.min(from, lastRevision);
  return { events, at, step: -1, count: Math.min(count, at - firstReadable + 1) };
}

// Events per turn of the event loop, so that other work runs in between.
const EVENTS_A_TURN = 2_000;

function send(call: ReadCall, { events, at, step, count }: Piece): void {
  let [next, left] = [at, count];
  const pump = (): void => {
    for (let turn = 0; outlet.open && !outlet.full; turn++) {
      const event = left-- > 0 ? events[next] : undefined;
      if (event === undefined) return outlet.end();
      outlet.send(event.message);
      next += step;
      if (turn === EVENTS_A_TURN) return void setImmediate(pump);
    }
  };
  const outlet = new Outlet(call, pump, () => undefined);
  pump();
}

function fail(call: ReadCall, error: ReturnType<typeof callError>): void {
  const outlet = new Outlet(
    call,
    () => undefined,
    () => undefined,
  );
  outlet.fail(error);
}
