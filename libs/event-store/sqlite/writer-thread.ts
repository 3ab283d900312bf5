import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreOpenError, StoreUnavailableError } from '../event-store.js';
import { AppendQueue } from './append-queue.js';
import { messageOf } from './store-file.js';
import type { FromWriter, ToWriter, WriterData } from './protocol.js';

/**
 * Milliseconds after a failed write for which health reports the store as unwritable, unless a write succeeds first.
 * After that its state is unknown: clients that stopped sending because of health have to send again to find out.
 */
const FAILURE_COUNTS_MS = 5_000;

/** Whether the store can write, by its last attempts. */
export interface StoreHealth {
  readonly writable: boolean;
  /** Why not: a sentence. */
  readonly detail?: string;
}

/** The thread of the one writer, and the appends that wait for it. */
export class WriterThread {
  readonly queue: AppendQueue;
  /** Resolves with the reason if the thread ends without a request: nothing is appended any more. */
  readonly died: Promise<Error>;
  private tellDeath: (error: Error) => void = () => undefined;
  private closing = false;
  private dead: string | undefined;
  private failure: { readonly detail: string; readonly at: number } | undefined;
  private readonly limited: (() => void)[] = [];
  private readonly gone: Promise<void>;

  private constructor(private readonly worker: Worker) {
    this.queue = new AppendQueue(worker);
    this.died = new Promise((resolve) => (this.tellDeath = resolve));
    worker.on('message', (message: FromWriter) => this.hear(message));
    worker.on('error', (error) => this.die(`The writer of the event store died: ${messageOf(error)}.`));
    this.gone = new Promise((resolve) => {
      worker.once('exit', () => {
        this.die('The writer of the event store is gone.');
        resolve();
      });
    });
  }

  /** @throws StoreOpenError the file cannot be opened, now or later */
  static async start(data: WriterData): Promise<WriterThread> {
    const worker = new Worker(new URL('./writer.worker.js', import.meta.url), { workerData: data });
    const [first] = (await once(worker, 'message')) as [FromWriter];
    if (first.kind !== 'refused') return new WriterThread(worker);
    await worker.terminate();
    throw new StoreOpenError(first.sentence);
  }

  health(): StoreHealth {
    if (this.dead !== undefined) return { writable: false, detail: this.dead };
    const { failure } = this;
    if (!failure || performance.now() - failure.at > FAILURE_COUNTS_MS) return { writable: true };
    return { writable: false, detail: failure.detail };
  }

  /** @throws StoreUnavailableError the thread has ended */
  check(): void {
    if (this.dead !== undefined) throw new StoreUnavailableError(this.dead);
  }

  async limitPages(maxPageCount: number): Promise<void> {
    this.post({ kind: 'limit_pages', maxPageCount });
    await new Promise<void>((resolve) => this.limited.push(resolve));
  }

  /** Waits for the appends that are under way, then ends the thread. */
  async close(): Promise<void> {
    await this.queue.whenIdle();
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
        this.queue.settle(message);
        break;
      case 'failed':
        this.failure = { detail: `The event store cannot write: ${message.sentence}.`, at: performance.now() };
        this.queue.settle(message);
        break;
      case 'pages_limited':
        this.limited.shift()?.();
        break;
      case 'open':
      case 'refused':
        break;
    }
  }

  private die(sentence: string): void {
    this.dead ??= sentence;
    this.queue.abandon(this.dead);
    if (!this.closing) this.tellDeath(new Error(this.dead));
  }
}
