import type { Worker } from 'node:worker_threads';
import { StoreUnavailableError, WrongExpectedRevisionError } from '../event-store.js';
import type { AppendResult, CommitReport, ExpectedRevision } from '../event-store.js';
import type { SerialisedAppend } from '../serialise.js';
import { TEXTS_PER_EVENT } from '../serialise.js';
import { eventPosition } from './position.js';
import { NO_STREAM, REFUSED } from './protocol.js';
import type { Answer, AppendsMessage } from './protocol.js';

/**
 * Appends after which a message is sent without waiting for the end of the tick: the worker writes the first ones of a
 * burst while this thread still serialises later ones.
 */
const APPENDS_A_MESSAGE = 64;

interface Waiting {
  readonly stream: string;
  readonly events: number;
  readonly expected: ExpectedRevision;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: Error) => void;
}

/** What the writer has done since it started. */
export interface WriterCounters {
  readonly appends: number;
  readonly transactions: number;
}

/**
 * The worker's counterpart: gathers the appends of a tick into one message and settles them by the answers. These come
 * in the order of the appends, so no matching is needed.
 */
export class AppendQueue {
  private message = emptyMessage();
  private gathered: Waiting[] = [];
  private posted: Waiting[][] = [];
  private scheduled = false;
  private readonly idle: (() => void)[] = [];
  private appends = 0;
  private transactions = 0;
  /** Called once a transaction that wrote events. */
  onCommit: (commit: CommitReport) => void = () => undefined;

  constructor(private readonly worker: Pick<Worker, 'postMessage'>) {}

  get counters(): WriterCounters {
    return { appends: this.appends, transactions: this.transactions };
  }

  /** Sends an append; settles when the worker has committed or refused it. */
  append(stream: string, texts: SerialisedAppend, expected: ExpectedRevision): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      const { message } = this;
      message.streams.push(stream);
      message.expected.push(expected === 'no_stream' ? NO_STREAM : expected);
      const events = texts.length / TEXTS_PER_EVENT;
      message.counts.push(events);
      for (const text of texts) message.texts.push(text);
      this.gathered.push({ stream, events, expected, resolve, reject });
      if (this.gathered.length >= APPENDS_A_MESSAGE) this.post();
      else if (!this.scheduled) {
        this.scheduled = true;
        setImmediate(() => {
          this.scheduled = false;
          this.post();
        });
      }
    });
  }

  /** Settles the appends of a transaction. */
  settle(answer: Extract<Answer, { kind: 'committed' | 'failed' }>): void {
    if (answer.kind === 'failed') this.fail(answer.appends, answer.sentence);
    else this.succeed(answer.results);
    if (this.posted.length === 0 && this.gathered.length === 0) this.rest();
  }

  /** The worker has ended: no append that waits will be answered. */
  abandon(sentence: string): void {
    for (const waiting of [...this.posted.flat(), ...this.gathered])
      waiting.reject(new StoreUnavailableError(sentence));
    this.posted = [];
    this.gathered = [];
    this.message = emptyMessage();
    this.rest();
  }

  /** Resolves when no append waits any more. */
  async whenIdle(): Promise<void> {
    this.post();
    if (this.posted.length > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private post(): void {
    if (this.gathered.length === 0) return;
    this.worker.postMessage(this.message);
    this.posted.push(this.gathered);
    this.message = emptyMessage();
    this.gathered = [];
  }

  private succeed(results: readonly number[]): void {
    this.transactions += 1;
    const before = this.appends;
    let written = 0;
    let at = 0;
    while (at < results.length) {
      for (const { stream, events, expected, resolve, reject } of this.posted.shift()!) {
        const revision = results[at]!;
        const position = results[at + 1]!;
        at += 2;
        if (position === REFUSED) reject(new WrongExpectedRevisionError(stream, expected, toExpected(revision)));
        else {
          this.appends += 1;
          written += events;
          resolve({ revision, position: eventPosition(position) });
        }
      }
    }
    if (written > 0) this.onCommit({ appends: this.appends - before, events: written });
  }

  private fail(appends: number, sentence: string): void {
    for (let failed = 0; failed < appends;) {
      const waiting = this.posted.shift()!;
      failed += waiting.length;
      for (const { reject } of waiting) reject(new StoreUnavailableError(`The event store cannot write: ${sentence}.`));
    }
  }

  private rest(): void {
    for (const resolve of this.idle.splice(0)) resolve();
  }
}

function emptyMessage(): AppendsMessage {
  return { kind: 'appends', streams: [], expected: [], counts: [], texts: [] };
}

function toExpected(revision: number): ExpectedRevision {
  return revision === NO_STREAM ? 'no_stream' : revision;
}
