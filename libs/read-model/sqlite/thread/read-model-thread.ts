import { Worker } from 'node:worker_threads';
import type { Collection, Timers } from '#kernel';
import { ProgressBoard } from '../../progress-board.js';
import { type ReadModelAside, ReadModelUnavailableError, type RowWrite } from '../../read-model.js';
import { SqliteReadModel } from '../read-model.js';
import { type DropBelowOptions, errorOf, type FromHost, type ToHost } from './messages.js';

export interface ReadModelThreadOptions {
  /** A module that calls `hostReadModel`. */
  readonly worker: URL;
  readonly workerData: unknown;
  /** The file that the worker writes. */
  readonly path: string;
  readonly timers: Timers;
  /** Gets sentences for the log: why a file was built anew. */
  readonly log?: (sentence: string) => void;
}

interface Asked {
  readonly resolve: (count: number) => void;
  readonly reject: (error: Error) => void;
}

/** The main thread's end of the thread that writes the read model; see {@link hostReadModel} for the other one. */
export class ReadModelThread implements ReadModelAside {
  /** Where the rows are; `progress.failure` is what stopped the follower for good. */
  readonly progress: ProgressBoard;
  /** Reads the file on a connection of this thread. */
  readonly model: SqliteReadModel;
  private readonly worker: Worker;
  private readonly asked = new Map<number, Asked>();
  private readonly listeners: (() => void)[] = [];
  private readonly gone: Promise<void>;
  private lastId = 0;
  private waitsFor: Error | undefined;
  private closing = false;
  private isGone = false;

  private constructor(private readonly options: ReadModelThreadOptions) {
    this.model = new SqliteReadModel(options.path);
    const completeTo = (workspaceId: string): Promise<number> => this.model.completeTo(workspaceId);
    this.progress = new ProgressBoard({ completeTo, timers: options.timers });
    this.worker = new Worker(options.worker, { workerData: options.workerData });
    this.gone = new Promise((resolve) => this.worker.once('exit', () => resolve()));
  }

  /**
   * Starts the thread; resolves once it has opened the file and it can be read.
   * @throws ReadModelOpenError, or whatever else kept the thread from opening it.
   */
  static async start(options: ReadModelThreadOptions): Promise<ReadModelThread> {
    const thread = new ReadModelThread(options);
    try {
      await new Promise<void>((resolve, reject) => {
        thread.worker.on('message', (message: FromHost) => {
          if (message.kind === 'open') resolve();
          else if (message.kind === 'refused') reject(errorOf(message.error));
          else thread.hear(message);
        });
        const died = (error: Error): void => {
          thread.die(error);
          reject(error);
        };
        thread.worker.once('error', died);
        thread.worker.once('exit', () => died(new Error('The thread of the read model has ended.')));
      });
      thread.model.open();
      return thread;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  /** What the follower is waiting for now (a store that is away, a full disk); undefined while it goes on. */
  get trouble(): Error | undefined {
    return this.waitsFor;
  }

  /** Calls back after each report, when `progress` knows it. */
  onProgress(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** @see ReadModelAside.put */
  async put(writes: readonly RowWrite[]): Promise<void> {
    await this.ask((id) => ({ kind: 'put', id, writes }));
  }

  /** @see ReadModelAside.dropBelow */
  dropBelow(collection: Collection, options: DropBelowOptions): Promise<number> {
    return this.ask((id) => ({ kind: 'drop', id, collection, options }));
  }

  /** Finishes the commit under way, ends the thread, closes the reading connection. */
  async close(): Promise<void> {
    this.closing = true;
    // First: the last connection that closes moves the WAL into the file, and a read-only one cannot.
    this.model.close();
    if (!this.isGone) this.worker.postMessage({ kind: 'close' } satisfies ToHost);
    await this.gone;
  }

  private ask(message: (id: number) => ToHost): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.closing || this.isGone) return reject(new ReadModelUnavailableError('The read model is closed.'));
      this.lastId += 1;
      this.asked.set(this.lastId, { resolve, reject });
      this.worker.postMessage(message(this.lastId));
    });
  }

  private hear(message: Exclude<FromHost, { kind: 'open' | 'refused' }>): void {
    switch (message.kind) {
      case 'progress':
        this.progress.report({ ...message, completeTo: new Map(message.completeTo) });
        for (const listener of this.listeners) listener();
        break;
      case 'log':
        this.options.log?.(message.sentence);
        break;
      case 'trouble':
        this.waitsFor = message.error && errorOf(message.error);
        break;
      case 'stopped':
        this.progress.fail(errorOf(message.error));
        break;
      case 'done':
        this.take(message.id).resolve(message.count);
        break;
      case 'failed':
        this.take(message.id).reject(errorOf(message.error));
        break;
      default:
        message satisfies never;
    }
  }

  private take(id: number): Asked {
    const asked = this.asked.get(id)!;
    this.asked.delete(id);
    return asked;
  }

  private die(error: Error): void {
    this.isGone = true;
    if (!this.closing) this.progress.fail(error);
    for (const { reject } of this.asked.values()) reject(new ReadModelUnavailableError(error.message));
    this.asked.clear();
  }
}
