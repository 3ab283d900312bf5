import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { messageOf } from '#event-store/sqlite';
import {
  PersonalKeysError,
  PersonalKeysOpenError,
  PersonalKeysUnavailableError,
  WorkspaceShreddedError,
} from '../personal-keys.js';
import type { Done, FromWriter, Reply, Request, ToWriter, WriterData } from './protocol.js';

interface Waiting {
  readonly resolve: (reply: Done) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Milliseconds after a failed write for which it counts as trouble, unless a write succeeds first. After that the state
 * is unknown: clients that stopped sending because of health have to send again to find out.
 */
const FAILURE_COUNTS_MS = 5_000;

/** The thread of the one writer, and the requests that wait for it. Replies come in the order of the requests. */
export class WriterThread {
  /** Resolves with the reason if the thread ends without a request: no key is made or shredded any more. */
  readonly died: Promise<Error>;
  private tellDeath: (error: Error) => void = () => undefined;
  private readonly gone: Promise<void>;
  private readonly waiting: Waiting[] = [];
  private closing = false;
  private dead: string | undefined;
  private failure: { readonly sentence: string; readonly at: number } | undefined;

  private constructor(private readonly worker: Worker) {
    this.died = new Promise((resolve) => (this.tellDeath = resolve));
    worker.on('message', (message: FromWriter) => this.hear(message));
    worker.on('error', (error) => this.die(`The writer of the personal keys died: ${messageOf(error)}.`));
    this.gone = new Promise((resolve) => {
      worker.once('exit', () => {
        this.die('The writer of the personal keys is gone.');
        resolve();
      });
    });
  }

  /** @throws PersonalKeysOpenError the file cannot be opened, now or later */
  static async start(data: WriterData): Promise<WriterThread> {
    const worker = new Worker(new URL('./writer.worker.js', import.meta.url), { workerData: data });
    const [first] = (await once(worker, 'message')) as [FromWriter];
    if (first.kind !== 'not_open') return new WriterThread(worker);
    await worker.terminate();
    throw new PersonalKeysOpenError(first.sentence);
  }

  /**
   * Sends a request, and waits until its transaction is durable.
   * @returns its reply
   * @throws PersonalKeysUnavailableError, PersonalKeysError, WorkspaceShreddedError
   */
  async send(request: Request): Promise<Done> {
    if (this.dead !== undefined) throw new PersonalKeysUnavailableError(this.dead);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.post(request);
    });
  }

  /** Why no key can be made or shredded now; undefined: nothing is known against it. */
  get trouble(): string | undefined {
    const { failure } = this;
    const isRecent = failure !== undefined && performance.now() - failure.at <= FAILURE_COUNTS_MS;
    return this.dead ?? (isRecent ? failure.sentence : undefined);
  }

  /** Ends the thread behind the requests that were sent. */
  async close(): Promise<void> {
    this.closing = true;
    this.post({ kind: 'close' });
    await this.gone;
  }

  private post(message: ToWriter): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromWriter): void {
    switch (message.kind) {
      case 'committed':
        this.failure = undefined;
        for (const reply of message.replies) settle(this.waiting.shift()!, reply);
        break;
      case 'failed':
        this.failure = {
          sentence: `The store of personal keys cannot write: ${message.sentence}.`,
          at: performance.now(),
        };
        this.fail(message.requests, this.failure.sentence);
        break;
      case 'open':
      case 'not_open':
        break;
    }
  }

  private fail(requests: number, sentence: string): void {
    for (const { reject } of this.waiting.splice(0, requests)) reject(new PersonalKeysUnavailableError(sentence));
  }

  private die(sentence: string): void {
    this.dead ??= sentence;
    this.fail(this.waiting.length, this.dead);
    if (!this.closing) this.tellDeath(new Error(this.dead));
  }
}

function settle({ resolve, reject }: Waiting, reply: Reply): void {
  switch (reply.kind) {
    case 'done':
      resolve(reply);
      break;
    case 'workspace_shredded':
      reject(new WorkspaceShreddedError(reply.workspaceId));
      break;
    case 'refused':
      reject(new PersonalKeysError(reply.sentence));
      break;
  }
}
