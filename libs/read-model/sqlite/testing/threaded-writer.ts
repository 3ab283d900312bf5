import { Worker } from 'node:worker_threads';
import type { Collection, DocumentKey, Position, Row } from '#kernel';
import type {
  Amendment,
  Commit,
  PageOptions,
  ReadModelCacheWriter,
  ReadModelWriter,
  RowWrite,
} from '../../read-model.js';
import { type ErrorMessage, errorOf } from '../../thread/messages.js';

export type WriterMethod = keyof ReadModelWriter | keyof ReadModelCacheWriter;

export interface WriterCall {
  readonly id: number;
  readonly method: WriterMethod | 'close';
  readonly args: readonly unknown[];
}

export interface WriterAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: ErrorMessage;
}

interface Ends {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Calls a writer in another thread, so that a test's reads really run while it writes. */
export class ThreadedWriter implements ReadModelWriter, ReadModelCacheWriter {
  private readonly worker: Worker;
  private readonly calls = new Map<number, Ends>();
  private lastId = 0;

  private constructor(path: string, ready: Ends) {
    this.calls.set(0, ready);
    this.worker = new Worker(new URL('./writer.worker.js', import.meta.url), { workerData: path });
    this.worker.on('error', (error) => {
      for (const { reject } of this.calls.values()) reject(error);
    });
    this.worker.on('message', ({ id, value, error }: WriterAnswer) => {
      const ends = this.calls.get(id)!;
      this.calls.delete(id);
      if (error) ends.reject(errorOf(error));
      else ends.resolve(value);
    });
  }

  static async open(path: string): Promise<ThreadedWriter> {
    let writer: ThreadedWriter | undefined;
    await new Promise((resolve, reject) => (writer = new ThreadedWriter(path, { resolve, reject })));
    return writer!;
  }

  getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): Promise<(Doc | undefined)[]> {
    return this.call('getMany', collection, keys) as Promise<(Doc | undefined)[]>;
  }

  page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    return this.call('page', collection, options) as Promise<Doc[]>;
  }

  projectedRevision(workspaceId: string): Promise<number> {
    return this.call('projectedRevision', workspaceId) as Promise<number>;
  }

  checkpoint(follower: string): Promise<Position | undefined> {
    return this.call('checkpoint', follower) as Promise<Position | undefined>;
  }

  async commit(commit: Commit): Promise<void> {
    await this.call('commit', commit);
  }

  async putRows(writes: readonly RowWrite[]): Promise<void> {
    await this.call('putRows', writes);
  }

  amendRows(changes: readonly Amendment[]): Promise<number> {
    return this.call('amendRows', changes) as Promise<number>;
  }

  dropBelow(...args: Parameters<ReadModelCacheWriter['dropBelow']>): Promise<number> {
    return this.call('dropBelow', ...args) as Promise<number>;
  }

  dropWorkspace(...args: Parameters<ReadModelCacheWriter['dropWorkspace']>): Promise<number> {
    return this.call('dropWorkspace', ...args) as Promise<number>;
  }

  async close(): Promise<void> {
    const exit = new Promise((resolve) => this.worker.once('exit', resolve));
    this.worker.postMessage({ id: 0, method: 'close', args: [] } satisfies WriterCall);
    await exit;
  }

  private call(method: WriterMethod, ...args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.lastId += 1;
      this.calls.set(this.lastId, { resolve, reject });
      this.worker.postMessage({ id: this.lastId, method, args } satisfies WriterCall);
    });
  }
}
