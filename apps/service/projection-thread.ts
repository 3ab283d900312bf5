import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Collection } from '#kernel';
import {
  ProgressBoard,
  type ReadModelAside,
  ReadModelOpenError,
  ReadModelUnavailableError,
  realTimers,
  type RowWrite,
} from '#read-model';
import type { DropBelow, FromProjections, ProjectionThreadData, ToProjections } from './projection-protocol.js';

interface Waiting {
  readonly resolve: (count: number) => void;
  readonly reject: (error: Error) => void;
}

/** The main thread's end of the thread that writes the read model. */
export class ProjectionThread implements ReadModelAside {
  readonly progress: ProgressBoard;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners: (() => void)[] = [];
  private lastId = 0;
  private trouble: string | undefined;
  private closing = false;
  private readonly gone: Promise<unknown>;

  private constructor(
    private readonly worker: Worker,
    completeTo: (workspaceId: string) => Promise<number>,
    private readonly note: (sentence: string) => void,
  ) {
    this.progress = new ProgressBoard({ completeTo, timers: realTimers });
    this.gone = once(worker, 'exit').then(() => this.die('The thread of the read model is gone.'));
    worker.on('error', (error) => this.die(`The thread of the read model died: ${error.message}`));
  }

  /**
   * Starts the thread; resolves once it has opened the file.
   * @throws ReadModelOpenError
   */
  static async start(
    data: ProjectionThreadData,
    completeTo: (workspaceId: string) => Promise<number>,
    note: (sentence: string) => void,
  ): Promise<ProjectionThread> {
    const worker = new Worker(new URL('./projections.worker.js', import.meta.url), { workerData: data });
    const thread = new ProjectionThread(worker, completeTo, note);
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromProjections) => {
        if (message.kind === 'open') resolve();
        else if (message.kind === 'refused') reject(new ReadModelOpenError(message.sentence));
        else thread.hear(message);
      });
      worker.once('error', reject);
    });
    return thread;
  }

  /** Why the rows do not follow the log now; undefined while they do. */
  readonly check = (): string | undefined => this.progress.failure?.message ?? this.trouble;

  onProgress(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** @see ReadModelAside.put */
  async put(writes: readonly RowWrite[]): Promise<void> {
    await this.ask((id) => ({ kind: 'put', id, writes }));
  }

  /** @see ReadModelAside.dropBelow */
  dropBelow(collection: Collection, options: DropBelow): Promise<number> {
    return this.ask((id) => ({ kind: 'drop', id, collection, options }));
  }

  /** Finishes the batch under way, then ends the thread. */
  async close(): Promise<void> {
    this.closing = true;
    this.worker.postMessage({ kind: 'close' } satisfies ToProjections);
    await this.gone;
  }

  private ask(message: (id: number) => ToProjections): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.closing || this.progress.failure)
        return reject(new ReadModelUnavailableError('The read model is closed.'));
      this.lastId += 1;
      this.waiting.set(this.lastId, { resolve, reject });
      this.worker.postMessage(message(this.lastId));
    });
  }

  private hear(message: Exclude<FromProjections, { kind: 'open' | 'refused' }>): void {
    switch (message.kind) {
      case 'progress':
        this.progress.report({ completeTo: new Map(message.completeTo), caughtUp: message.caughtUp });
        for (const listener of this.listeners) listener();
        break;
      case 'note':
        this.note(message.sentence);
        break;
      case 'trouble':
        this.trouble = message.sentence;
        break;
      case 'stopped':
        this.progress.fail(new Error(message.sentence));
        break;
      case 'done':
        this.take(message.id).resolve(message.count);
        break;
      case 'failed':
        this.take(message.id).reject(new ReadModelUnavailableError(message.sentence));
        break;
    }
  }

  private take(id: number): Waiting {
    const waiting = this.waiting.get(id)!;
    this.waiting.delete(id);
    return waiting;
  }

  private die(sentence: string): void {
    if (!this.closing) this.progress.fail(new Error(sentence));
    for (const { reject } of this.waiting.values()) reject(new ReadModelUnavailableError(sentence));
    this.waiting.clear();
  }
}
