import { dirname, resolve } from 'node:path';
import type { NewEvent, Position, RecordedEvent } from '#kernel';
import { StoreUnavailableError } from '../event-store.js';
import type {
  AppendResult,
  CommitReport,
  EventStore,
  ExpectedRevision,
  FollowBatch,
  FollowOptions,
  ReadOptions,
} from '../event-store.js';
import { serialise } from '../serialise.js';
import type { WriterCounters } from './append-queue.js';
import { lockDirectory } from './lock.js';
import type { DirectoryLock } from './lock.js';
import { openReader } from './sqlite-event-reader.js';
import type { ReaderOptions, SqliteEventReader } from './sqlite-event-reader.js';
import { WriterThread } from './writer-thread.js';
import type { StoreHealth } from './writer-thread.js';

export interface SqliteEventStoreOptions extends ReaderOptions {
  /** Created if it does not exist (0600, its directory 0700). */
  readonly file: string;
  /**
   * The lock on the file's directory, if the caller holds it already (the caller releases it then); otherwise the store
   * takes its own.
   */
  readonly lock?: DirectoryLock;
  /** For tests of a full disk only: largest size of the file, in pages. */
  readonly maxPageCount?: number;
}

/**
 * The event store of the embedded pair (docs/architecture.md#ports): one SQLite file in WAL mode with synchronous=FULL,
 * one writer in a worker thread, group commit. All appends that wait share one transaction and one fsync; each of them
 * succeeds or is refused on its own, and is answered only after the commit. Reads and followers use a read-only
 * connection in the calling thread; other threads open their own with {@link openReader}.
 * @see docs/adr/0003-sqlite-pair-in-worker-threads.md
 */
export class SqliteEventStore implements EventStore {
  readonly singleWriter = true;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly writer: WriterThread,
    private readonly reader: SqliteEventReader,
    private readonly release: () => void,
  ) {}

  /**
   * Opens the file, or creates it.
   * @throws StoreOpenError foreign, corrupt, of a newer version, in use by another process, or not to be opened at all
   */
  static async open({ file, lock, maxPageCount, ...decoding }: SqliteEventStoreOptions): Promise<SqliteEventStore> {
    const path = resolve(file);
    const own = lock ? undefined : lockDirectory(dirname(path));
    const release = (): void => own?.release();
    let writer: WriterThread | undefined;
    try {
      writer = await WriterThread.start({ file: path, maxPageCount });
      return new SqliteEventStore(writer, openReader({ file: path, ...decoding }), release);
    } catch (error) {
      await writer?.close();
      release();
      throw error;
    }
  }

  /** Appends and transactions since it was opened: their ratio is the number of appends that share a commit. */
  get counters(): WriterCounters {
    return this.writer.queue.counters;
  }

  /** Calls back once a transaction that wrote events; there is one listener. */
  onCommit(listener: (commit: CommitReport) => void): void {
    this.writer.queue.onCommit = listener;
  }

  /** Resolves with the reason if the writer's thread dies: no append succeeds until the store is opened again. */
  get died(): Promise<Error> {
    return this.writer.died;
  }

  /** Whether it can write: not after the writer died, nor for 5 s after a failed write unless one succeeds. */
  health(): StoreHealth {
    return this.closing ? { writable: false, detail: CLOSED } : this.writer.health();
  }

  /** @see EventStore.append */
  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    if (this.closing) throw new StoreUnavailableError(CLOSED);
    this.writer.check();
    return this.writer.queue.append(stream, serialise(events), expected);
  }

  /** @see EventStore.read */
  read(stream: string, options: ReadOptions): Promise<readonly RecordedEvent[]> {
    return this.reader.read(stream, options);
  }

  /** @see SqliteEventReader.end */
  end(): Position | undefined {
    return this.reader.end();
  }

  /** @see SqliteEventReader.newest */
  newest(): number | undefined {
    return this.reader.newest();
  }

  /** @see EventStore.follow */
  follow(options: FollowOptions): AsyncIterable<FollowBatch> {
    return this.reader.follow(options);
  }

  /** For tests of a full disk only: changes the largest size of the file, in pages. */
  limitPages(maxPageCount: number): Promise<void> {
    return this.writer.limitPages(maxPageCount);
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    // The reader first: the last connection that closes moves the WAL into the file, and a read-only one cannot.
    this.reader.close();
    await this.writer.close();
    this.release();
  }
}

const CLOSED = 'The event store is closed.';
