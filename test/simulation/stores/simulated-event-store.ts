import { setMaxListeners } from 'node:events';
import {
  type AppendResult,
  type ExpectedRevision,
  type FollowBatch,
  type FollowedEvent,
  type FollowOptions,
  followed,
  type ReadOptions,
  StoreUnavailableError,
} from '#event-store';
import type { NewEvent, Position, RecordedEvent, ServerTime } from '#kernel';
import type { SharedLog } from '../../../apps/service/shared-stores.js';
import { type Decoding, EventDecoder } from '../../../libs/event-store/decode.js';
import { serialise } from '../../../libs/event-store/serialise.js';
import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';
import type { Network, Silence } from './network.js';
import { indexBehind, positionOf, type SimulatedLog } from './simulated-log.js';

const BATCH_SIZE = 1_000;
/** Milliseconds until a subscription is opened anew, or an unanswered append repeated. */
const AGAIN_MS = 500;
const CLOSED = 'The event store is closed.';

export interface EventStoreOptions extends Decoding {
  readonly kernel: Kernel;
  readonly log: SimulatedLog;
  readonly network: Network;
  readonly owner: Owner;
  /** Of the process: see ServerTime. */
  readonly monotonic: () => number;
  /** True: no other process appends. */
  readonly singleWriter?: boolean;
}

/** One process's connection to the log. It keeps what the port promises: an append whose answer is lost is repeated. */
export class SimulatedEventStore implements SharedLog {
  readonly singleWriter: boolean;
  private readonly decoder: EventDecoder;
  private readonly closed = new AbortController();
  private readonly appending = new Set<Promise<unknown>>();

  constructor(private readonly options: EventStoreOptions) {
    this.singleWriter = options.singleWriter ?? false;
    this.decoder = new EventDecoder(options);
    // Every follower listens to it.
    setMaxListeners(0, this.closed.signal);
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    this.checkOpen();
    const texts = serialise(events);
    const { log, owner } = this.options;
    const appended = this.untilAnswered(`append to ${stream}`, () => log.append(owner.name, stream, texts, expected));
    this.appending.add(appended);
    return appended.finally(() => this.appending.delete(appended));
  }

  async read(stream: string, { from, backwards = false, limit }: ReadOptions): Promise<readonly RecordedEvent[]> {
    if (!(limit >= 1)) throw new RangeError(`a read is of at least 1 event, not ${limit}`);
    const found = await this.ask(`read ${stream}`, () => {
      const events = this.options.log.stream(stream);
      if (!backwards) return events.slice(from ?? 0, (from ?? 0) + limit);
      const end = Math.min(from ?? Infinity, events.length - 1);
      return events.slice(Math.max(0, end + 1 - limit), end + 1).reverse();
    });
    return found.map((event) => this.decoder.decode(event));
  }

  async *follow({ after, prefixes, signal, batchSize = BATCH_SIZE }: FollowOptions): AsyncGenerator<FollowBatch> {
    const { log, owner } = this.options;
    const ends = AbortSignal.any([signal, this.closed.signal]);
    let next = indexBehind(after);
    let told: { readonly caughtUp: boolean } | undefined;
    while (!ends.aborted) {
      const news = log.events.length;
      const found = await this.unlessEnded(ends, `follow ${owner.name}`, () => log.scan(next, prefixes, batchSize));
      if (ends.aborted) return;
      if (found) {
        next = found.next;
        const { caughtUp } = found;
        const events = found.events.map((event): FollowedEvent => followed(event, () => this.decoder.decode(event)));
        if (events.length > 0 || told?.caughtUp !== caughtUp) {
          told = { caughtUp };
          yield { events, position: next === 0 ? undefined : positionOf(next - 1), caughtUp };
        }
        if (caughtUp) await this.news(Math.max(news, next), ends);
      } else await this.pause(AGAIN_MS, ends);
    }
  }

  async end(): Promise<Position | undefined> {
    const { log } = this.options;
    return this.ask('end of the log', () => (log.events.length === 0 ? undefined : positionOf(log.events.length - 1)));
  }

  async newest(): Promise<number | undefined> {
    return this.ask('newest event', () => this.options.log.events.at(-1)?.at);
  }

  serverTime(): ServerTime | undefined {
    const { kernel, monotonic } = this.options;
    return { time: Math.floor(kernel.now()), asked: monotonic(), answered: monotonic() };
  }

  health(): { readonly detail: string | undefined } {
    const { network, owner } = this.options;
    return { detail: network.isOutFor(owner) ? 'The event store does not answer.' : undefined };
  }

  async close(): Promise<void> {
    this.closed.abort();
    await Promise.allSettled(this.appending);
  }

  /** Repeats an append whose answer does not come, until it is answered. Refused at once, nothing of it was written. */
  private async untilAnswered<Answer>(what: string, effect: () => Answer): Promise<Answer> {
    const { network, owner, kernel } = this.options;
    for (let isFirst = true; ; isFirst = false) {
      let silence: Silence | undefined;
      try {
        return await network.askInOrder(owner, { what }, effect, (why) => {
          silence = why;
          return new StoreUnavailableError('The event store cannot write now.');
        });
      } catch (error) {
        if (silence === undefined || (silence === 'refused' && isFirst)) throw error;
        if (this.closed.signal.aborted) throw new StoreUnavailableError(CLOSED);
        await kernel.sleep(AGAIN_MS, `${what} again`, owner);
      }
    }
  }

  private async ask<Answer>(what: string, effect: () => Answer): Promise<Answer> {
    this.checkOpen();
    const { network, owner } = this.options;
    return network.ask(owner, { what }, effect, () => new StoreUnavailableError('The event store does not answer.'));
  }

  /** Undefined: no answer, or the end came first. */
  private unlessEnded<Answer>(ends: AbortSignal, what: string, effect: () => Answer): Promise<Answer | undefined> {
    const { network, owner } = this.options;
    const asked = network.ask(owner, { what }, effect, () => new StoreUnavailableError(what)).catch(() => undefined);
    return orAborted(asked, ends);
  }

  /** Until the log has more than `known` events and this follower was told so. */
  private news(known: number, ends: AbortSignal): Promise<void> {
    const { log, kernel, network, owner } = this.options;
    return new Promise((resolve) => {
      if (ends.aborted) return resolve();
      const done = (): void => {
        forget();
        ends.removeEventListener('abort', done);
        resolve();
      };
      const tell = (): void => {
        forget();
        kernel.after(network.newsAfter(), `news for ${owner.name}`, done, owner);
      };
      const forget = log.onAppend(tell);
      ends.addEventListener('abort', done);
      if (log.events.length > known) tell();
    });
  }

  private async pause(milliseconds: number, ends: AbortSignal): Promise<void> {
    const { kernel, owner } = this.options;
    await orAborted(kernel.sleep(milliseconds, `pause of ${owner.name}`, owner), ends);
  }

  private checkOpen(): void {
    if (this.closed.signal.aborted) throw new StoreUnavailableError(CLOSED);
  }
}

/** Undefined: the signal aborted first. Leaves no listener behind. */
function orAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const end = (): void => resolve(undefined);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
