import { setMaxListeners } from 'node:events';
import { Backoff, type NewEvent, type Position } from '#kernel';
import { StoreUnavailableError } from '../event-store.js';
import type { AppendResult, ExpectedRevision } from '../event-store.js';
import { serialise, TEXTS_PER_EVENT } from '../serialise.js';
import type { SerialisedAppend } from '../serialise.js';
import { resultOfTry } from './append-answer.js';
import type { Appended, TryResult } from './append-answer.js';
import { AppendCall } from './append-call.js';
import { appendMessage } from './append-message.js';
import type { AppendMessage } from './append-message.js';
import type { AppendStream } from './client.js';
import { isDenied, shortReasonOf, wasNeverSent } from './faults.js';
import { writePosition } from './position.js';
import type { Timings } from './timings.js';
import { pause, withTimeout } from './waiting.js';

export interface AppenderPorts {
  readonly timings: Timings;
  openAppends(): Promise<AppendStream>;
  /** The position of an event of a stream, if that revision has this id. */
  positionOf(stream: string, revision: number, id: string): Promise<Position | undefined>;
}

interface Append extends Appended {
  readonly message: AppendMessage;
  readonly since: number;
}

/**
 * Sends appends, each until it is answered. All share one call; those to one stream are sent one after another, so that
 * the next one never overtakes a repeated one. An attempt whose answer was lost is followed by another with the same
 * ids and revision, which the server recognises.
 */
export class Appender {
  private call: AppendCall | undefined;
  private opening: Promise<AppendCall> | undefined;
  private readonly tails = new Map<string, Promise<void>>();
  private readonly waiting = new Set<Append>();
  private readonly closed = new AbortController();

  constructor(private readonly ports: AppenderPorts) {
    // Every append that is repeated listens to it.
    setMaxListeners(0, this.closed.signal);
  }

  /** @see EventStore.append */
  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const texts = serialise(events);
    const message = appendMessage(stream, texts, expected);
    const append = { stream, expected, message, bytes: dataBytes(texts), since: performance.now() };
    this.waiting.add(append);
    try {
      return await this.inTurn(stream, () => this.untilAnswered(append));
    } finally {
      this.waiting.delete(append);
    }
  }

  /** Milliseconds for which the oldest append has been waiting for its answer; 0 if none is. */
  waitingFor(): number {
    const [oldest] = this.waiting;
    return oldest ? performance.now() - oldest.since : 0;
  }

  /** Resolves when no append waits any more. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.tails.values());
  }

  /** Rejects the appends that still wait: the store is closed. */
  close(): void {
    this.closed.abort(new StoreUnavailableError('The event store was closed before it had answered.'));
    this.call?.giveUp(this.closed.signal.reason as Error);
  }

  private inTurn<Result>(stream: string, run: () => Promise<Result>): Promise<Result> {
    const before = this.tails.get(stream);
    const done = before ? before.then(run, run) : run();
    const tail: Promise<void> = done.then(ignore, ignore).then(() => {
      if (this.tails.get(stream) === tail) this.tails.delete(stream);
    });
    this.tails.set(stream, tail);
    return done;
  }

  private async untilAnswered(append: Append): Promise<AppendResult> {
    const { firstPause, longestPause } = this.ports.timings;
    const backoff = new Backoff(firstPause, longestPause);
    let mayBeWritten = false;
    for (;;) {
      this.closed.signal.throwIfAborted();
      const outcome = await this.attempt(append);
      if (outcome.kind === 'written') return this.result(append, outcome);
      if (outcome.kind === 'refused') throw outcome.error;
      if (outcome.kind === 'unsent' && !mayBeWritten) {
        throw new StoreUnavailableError(`The event store cannot be written to: ${outcome.reason}.`);
      }
      mayBeWritten ||= outcome.kind === 'lost';
      await pause(backoff.next(), [this.closed.signal]);
    }
  }

  private async attempt(append: Append): Promise<TryResult> {
    const { appendAnswer } = this.ports.timings;
    let call: AppendCall;
    try {
      call = await withTimeout(appendAnswer, this.currentCall(), 'no connection in time');
    } catch (error) {
      return { kind: 'unsent', reason: shortReasonOf(error) };
    }
    try {
      return resultOfTry(await withTimeout(appendAnswer, call.send(append.message), NO_ANSWER), append);
    } catch (error) {
      // Other appends on this call would fail as well; a new call may reach another node, for example the next leader.
      call.giveUp(error as Error);
      const never = wasNeverSent(error) || isDenied(error);
      return { kind: never ? 'unsent' : 'lost', reason: shortReasonOf(error) };
    }
  }

  private async currentCall(): Promise<AppendCall> {
    if (this.call?.open) return this.call;
    this.opening ??= this.ports
      .openAppends()
      .then((stream) => (this.call = new AppendCall(stream)))
      .finally(() => (this.opening = undefined));
    return this.opening;
  }

  private async result(append: Append, outcome: Extract<TryResult, { kind: 'written' }>): Promise<AppendResult> {
    const { revision, position } = outcome;
    if (position) return { revision, position: writePosition(position) };
    // Recognised, but without a position: it is read from the stream.
    const found = await this.ports.positionOf(append.stream, revision, append.message.lastId);
    if (found === undefined) throw new Error(`${append.stream} was deleted in the event store`);
    return { revision, position: found };
  }
}

const NO_ANSWER = 'no answer in time';

function ignore(): void {}

function dataBytes(texts: SerialisedAppend): number {
  let bytes = 0;
  for (let at = 2; at < texts.length; at += TEXTS_PER_EVENT) bytes += Buffer.byteLength(texts[at]!);
  return bytes;
}
