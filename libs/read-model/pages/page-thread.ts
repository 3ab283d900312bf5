import { Worker } from 'node:worker_threads';
import { ReadModelUnavailableError } from '../read-model.js';
import { errorOf } from '../thread/messages.js';
import { Unanswered } from '../thread/unanswered.js';
import type { FromPageHost, ToPageHost } from './messages.js';
import type { PrintedPage } from './page-read.js';

export interface PageThreadOptions {
  /** A module that calls `hostPages`, and what it is started with. */
  readonly worker: URL;
  readonly workerData: unknown;
  /** Called once it can be asked. */
  readonly opened: () => void;
  /** Called with what its reads have noted (`HostedPages.takeNotes`). */
  readonly noted: (notes: readonly string[]) => void;
  /** Called with the reason if it ends without a request, before its reads fail. */
  readonly died: (error: Error) => void;
}

/** The main thread's end of one thread that reads pages; `hostPages` is the other end. */
export class PageThread {
  private readonly worker: Worker;
  private readonly gone: Promise<void>;
  private readonly unanswered = new Unanswered<PrintedPage<never>>();
  private state: 'opening' | 'open' | 'failed' | 'closing' | 'gone' = 'opening';
  /** Why it ends without a request. */
  private failure: Error | undefined;

  constructor(private readonly options: PageThreadOptions) {
    this.worker = new Worker(options.worker, { workerData: options.workerData });
    this.worker.on('message', (message: FromPageHost) => this.hear(message));
    this.worker.once('error', (error: Error) => {
      this.state = 'failed';
      this.failure = error;
    });
    // Answers that were sent before an error may arrive after it, and none after the exit.
    this.gone = new Promise((resolve) => {
      this.worker.once('exit', () => {
        this.end();
        resolve();
      });
    });
  }

  /** Whether it can be asked. */
  get isOpen(): boolean {
    return this.state === 'open';
  }

  /** Number of reads under way. */
  get reads(): number {
    return this.unanswered.size;
  }

  /**
   * @param name of the page
   * @throws what the read throws; ReadModelUnavailableError: the thread has ended
   */
  read(name: string, input: unknown): Promise<PrintedPage<never>> {
    return this.unanswered.ask((id) => this.tell({ kind: 'read', id, name, input }));
  }

  /** Reads other rows from now on. Reads that were asked for before may end on the rows before. */
  exchange(path: string): void {
    this.tell({ kind: 'exchange', path });
  }

  /** Ends the thread once it has answered what it was asked. */
  async close(): Promise<void> {
    if (this.state === 'opening' || this.state === 'open') {
      this.state = 'closing';
      this.tell({ kind: 'close' });
    }
    await this.gone;
  }

  private tell(message: ToPageHost): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromPageHost): void {
    if (message.kind === 'open') {
      if (this.state !== 'opening') return;
      this.state = 'open';
      return this.options.opened();
    }
    const { id, notes } = message;
    this.options.noted(notes);
    if (message.kind === 'failed') this.unanswered.reject(id, errorOf(message.error));
    else this.unanswered.resolve(id, { items: { json: message.json }, next: message.next });
  }

  private end(): void {
    const reason = this.failure ?? new Error('It has ended.');
    if (this.state !== 'closing') this.options.died(reason);
    this.state = 'gone';
    this.unanswered.rejectAll(new ReadModelUnavailableError(reason.message));
  }
}
