import type { Worker } from 'node:worker_threads';
import { StoreOpenError, StoreUnavailableError } from '../event-store.js';
import { AppendQueue } from './append-queue.js';
import type { Answer, ToWriter, WriterData } from './protocol.js';
import { startWriter, WritingThread } from './writing-thread.js';

const SCRIPT = new URL('./writer.worker.js', import.meta.url);

/** Whether the store can write, by its last attempts. */
export interface StoreHealth {
  readonly writable: boolean;
  /** Why not: a sentence. */
  readonly detail?: string;
}

/** The thread of the one writer, and the appends that wait for it. */
export class WriterThread extends WritingThread<ToWriter, Answer> {
  readonly queue: AppendQueue;
  private readonly limited: (() => void)[] = [];

  private constructor(worker: Worker) {
    super(worker, { writer: 'The writer of the event store', store: 'The event store' });
    this.queue = new AppendQueue(worker);
  }

  /** @throws StoreOpenError the file cannot be opened, now or later */
  static async start(data: WriterData): Promise<WriterThread> {
    return new WriterThread(await startWriter(SCRIPT, data, (sentence) => new StoreOpenError(sentence)));
  }

  health(): StoreHealth {
    const { trouble } = this;
    return trouble === undefined ? { writable: true } : { writable: false, detail: trouble };
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
  override async close(): Promise<void> {
    await this.queue.whenIdle();
    await super.close();
  }

  protected override hear(answer: Answer): void {
    switch (answer.kind) {
      case 'committed':
        this.succeeded();
        this.queue.settle(answer);
        break;
      case 'failed':
        this.failed(answer.sentence);
        this.queue.settle(answer);
        break;
      case 'pages_limited':
        this.limited.shift()?.();
        break;
    }
  }

  protected override abandon(sentence: string): void {
    this.queue.abandon(sentence);
  }
}
