import { Worker } from 'node:worker_threads';
import type { Collection } from '#kernel';
import { FoldingRate } from '../progress/folding-rate.js';
import type { ProgressBoard } from '../progress/progress-board.js';
import { type Amendment, type ReadModelCacheWriter, ReadModelUnavailableError, type RowWrite } from '../read-model.js';
import { type DropBelowOptions, errorOf, type FromHost, type ToHost } from './messages.js';
import { Unanswered } from './unanswered.js';

export interface ReadModelThreadOptions {
  /** A module that calls `hostReadModel`. */
  readonly worker: URL;
  readonly workerData: unknown;
  /** Is told of each report, and of the error that stopped the follower for good. */
  readonly board: Pick<ProgressBoard, 'report' | 'fail'>;
  /** Called after each report, once the board knows it. */
  readonly onProgress?: () => void;
  /**
   * Milliseconds that a close waits for a store that hangs. Default: 60 s, since a commit to a busy disk may take its
   * time.
   */
  readonly closeWithinMs?: number;
  /** Gets sentences for the log: why a file was built anew, that another process follows. */
  readonly log?: (sentence: string) => void;
}

const CLOSE_MS = 60_000;
/** The name of an adapter's error for a file that only the next start can repair. */
const DAMAGED = 'ReadModelDamagedError';

/** The main thread's end of the thread that writes the read model; {@link hostReadModel} is the other end. */
export class ReadModelThread implements ReadModelCacheWriter {
  /**
   * Resolves with the reason if the thread ends without a request, or finds its file damaged, which the next start
   * builds anew: nothing is projected any more. Not when the follower alone stops (a poisoned event, another owner).
   */
  readonly died: Promise<Error>;
  private tellDeath: (error: Error) => void = () => undefined;
  private readonly worker: Worker;
  private readonly unanswered = new Unanswered<number>();
  private readonly gone: Promise<void>;
  private readonly rate = new FoldingRate(() => performance.now());
  private waitsFor: Error | undefined;
  private closing = false;
  private isGone = false;

  private constructor(private readonly options: ReadModelThreadOptions) {
    this.worker = new Worker(options.worker, { workerData: options.workerData });
    this.gone = new Promise((resolve) => this.worker.once('exit', () => resolve()));
    this.died = new Promise((resolve) => (this.tellDeath = resolve));
  }

  /**
   * Starts the thread; resolves once it has opened its store.
   * @throws ReadModelOpenError, or any other error that kept the thread from opening it
   */
  static async start(options: ReadModelThreadOptions): Promise<ReadModelThread> {
    const thread = new ReadModelThread(options);
    try {
      await new Promise<void>((resolve, reject) => {
        thread.worker.on('message', (message: FromHost) => {
          if (message.kind === 'open') resolve();
          else if (message.kind === 'refused') thread.refused(errorOf(message.error), reject);
          else thread.hear(message);
        });
        const died = (error: Error): void => {
          thread.die(error);
          reject(error);
        };
        thread.worker.once('error', died);
        thread.worker.once('exit', () => died(new Error('The thread of the read model has ended.')));
      });
      return thread;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  /** What the follower is waiting for now (an unavailable store, a full disk); undefined while it projects. */
  get trouble(): Error | undefined {
    return this.waitsFor;
  }

  /** Events that the follower folds a second, over the last ten. */
  get eventsPerSecond(): number {
    return this.rate.eventsPerSecond;
  }

  /** @see ReadModelCacheWriter.putRows */
  async putRows(writes: readonly RowWrite[]): Promise<void> {
    await this.ask((id) => ({ kind: 'put', id, writes }));
  }

  /** @see ReadModelCacheWriter.amendRows */
  amendRows(changes: readonly Amendment[]): Promise<number> {
    return this.ask((id) => ({ kind: 'amend', id, changes }));
  }

  /** @see ReadModelCacheWriter.dropBelow */
  dropBelow(collection: Collection, options: DropBelowOptions): Promise<number> {
    return this.ask((id) => ({ kind: 'drop', id, collection, options }));
  }

  /** @see ReadModelCacheWriter.dropWorkspace */
  dropWorkspace(collection: Collection, workspaceId: string, limit: number): Promise<number> {
    return this.ask((id) => ({ kind: 'drop_workspace', id, collection, workspaceId, limit }));
  }

  /** Tells the thread that its rows are those that are served. */
  served(): void {
    this.worker.postMessage({ kind: 'served' } satisfies ToHost);
  }

  /**
   * Finishes the commit under way and ends the thread; a commit that takes longer than `closeWithinMs` is interrupted.
   */
  async close(): Promise<void> {
    this.closing = true;
    if (!this.isGone) this.worker.postMessage({ kind: 'close' } satisfies ToHost);
    const late = setTimeout(() => void this.worker.terminate(), this.options.closeWithinMs ?? CLOSE_MS);
    await this.gone;
    clearTimeout(late);
  }

  private async ask(message: (id: number) => ToHost): Promise<number> {
    if (this.closing || this.isGone) throw new ReadModelUnavailableError('The read model is closed.');
    return this.unanswered.ask((id) => this.worker.postMessage(message(id)));
  }

  /** Its end follows, perhaps before a promise is settled, and must not be taken for the reason. */
  private refused(error: Error, reject: (error: Error) => void): void {
    this.closing = true;
    reject(error);
  }

  private hear(message: Exclude<FromHost, { kind: 'open' | 'refused' }>): void {
    switch (message.kind) {
      case 'progress':
        this.rate.note(message.events ?? 0);
        this.options.board.report({ ...message, projectedRevisions: new Map(message.projectedRevisions) });
        this.options.onProgress?.();
        break;
      case 'log':
        this.options.log?.(message.sentence);
        break;
      case 'trouble':
        this.waitsFor = message.error && errorOf(message.error);
        break;
      case 'stopped':
        this.stopped(errorOf(message.error));
        break;
      case 'done':
        this.unanswered.resolve(message.id, message.count);
        break;
      case 'failed':
        this.unanswered.reject(message.id, errorOf(message.error));
        break;
      default:
        message satisfies never;
    }
  }

  private stopped(error: Error): void {
    this.options.board.fail(error);
    if (error.name === DAMAGED) this.tellDeath(error);
  }

  private die(error: Error): void {
    this.isGone = true;
    if (!this.closing) {
      this.options.board.fail(error);
      this.tellDeath(error);
    }
    this.unanswered.rejectAll(new ReadModelUnavailableError(error.message));
  }
}
