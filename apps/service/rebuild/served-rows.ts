// docs/adr/0050-rows-are-rebuilt-beside-the-live-ones.md
import { type Position, type Timers, unlessAborted } from '#kernel';
import { ProgressBoard, type ReadModelCacheWriter, type RowWrite } from '#read-model';
import { SqliteReadModel, type TakenPlace } from '#read-model/sqlite';
import type { PageThreads } from '#read-model/pages';
import type { ReadModelThread } from '#read-model/thread';
import { FOLLOWER } from '../catalogue.js';
import { HeldReports } from './held-reports.js';
import type { ComingRows } from './row-rebuilds.js';

type Board = Pick<ProgressBoard, 'report' | 'fail'>;

/** The thread that writes a file of rows, as its user sees it. */
export type RowsWriterThread = ReadModelCacheWriter &
  Pick<ReadModelThread, 'trouble' | 'eventsPerSecond' | 'died' | 'served' | 'close'>;

/** The threads that read pages of the rows. */
type Pages = Pick<PageThreads, 'read' | 'open' | 'pending' | 'exchange' | 'close'>;

/** What a thread of rows is started with. */
export interface RowsThread {
  readonly file: string;
  /** The file that this one takes the place of; undefined: it is live already. */
  readonly takes?: TakenPlace;
  readonly board: Board;
}

export interface ServedRowsPorts {
  /** Starts the thread that writes a file. @throws ReadModelOpenError */
  readonly start: (thread: RowsThread) => Promise<RowsWriterThread>;
  /** Starts the threads that read pages of a file that is open. */
  readonly startPages: (file: string, readModel: SqliteReadModel) => Pages;
  /** Is told of the progress of the rows that are served. */
  readonly board: Board;
  readonly timers: Timers;
}

export interface Exchange {
  /** Its rows are of this shape; they may be behind the log. */
  readonly file: string;
  /** What is kept with the file about its rebuild; undefined: nothing new. */
  readonly rebuilt?: string | undefined;
  /** Called once its rows have caught up, before they are served. */
  readonly prepare: (rows: ComingRows) => Promise<void>;
}

/**
 * The rows that the process serves: a file, the connections that read it, and the thread that writes it. Another file
 * may take its place while they are in use: no read sees less of the log than one before it.
 *
 *     serving ───── `exchange`: a thread continues the other file ──▶ following
 *     following ─── it has caught up and is prepared ──▶ exchanging: the thread before finishes its last commit
 *     following ─── its thread fails, or the signal aborts ──▶ serving the file before
 *     exchanging ── the other file has everything that the file before has: it is read from now on ──▶ serving
 *     exchanging ── its thread fails ──▶ ended (`died`): only a new process continues
 */
export class ServedRows implements ReadModelCacheWriter {
  /** Resolves with the reason if the thread that writes the served rows dies. */
  readonly died: Promise<Error>;
  readonly pages: Pages;
  private tellDeath: (error: Error) => void = () => undefined;
  /** Gets the rows that no event makes as well. */
  private coming: Pick<ReadModelCacheWriter, 'putRows'> | undefined;
  /** Why the coming rows lack some of them: they must not be served. */
  private lacks: Error | undefined;
  /** Writes beside the log wait for it. */
  private exchanging: Promise<void> | undefined;

  private constructor(
    private readonly ports: ServedRowsPorts,
    private served: string,
    readonly readModel: SqliteReadModel,
    private thread: RowsWriterThread,
  ) {
    this.died = new Promise((resolve) => (this.tellDeath = resolve));
    this.pages = ports.startPages(served, readModel);
    this.watch(thread);
    thread.served();
  }

  /**
   * @param readModel of the file; it is opened here
   * @throws ReadModelOpenError, ReadModelUnavailableError
   */
  static async open(file: string, readModel: SqliteReadModel, ports: ServedRowsPorts): Promise<ServedRows> {
    const thread = await ports.start({ file, board: ports.board });
    try {
      readModel.open();
    } catch (error) {
      await thread.close();
      throw error;
    }
    return new ServedRows(ports, file, readModel, thread);
  }

  /** The file that is served. */
  get file(): string {
    return this.served;
  }

  /** @see StorePair.eventsPerSecond */
  get eventsPerSecond(): number {
    return this.thread.eventsPerSecond;
  }

  /** What the follower is waiting for now. */
  get trouble(): Error | undefined {
    return this.thread.trouble;
  }

  async putRows(writes: readonly RowWrite[]): Promise<void> {
    await this.exchanging;
    const carried = writes.filter(({ collection }) => !collection.isOfOneCopy);
    await Promise.all([this.thread.putRows(writes), carried.length > 0 && this.coming?.putRows(carried)]);
  }

  async amendRows(...amend: Parameters<ReadModelCacheWriter['amendRows']>): Promise<number> {
    await this.exchanging;
    return this.thread.amendRows(...amend);
  }

  async dropBelow(...drop: Parameters<ReadModelCacheWriter['dropBelow']>): Promise<number> {
    await this.exchanging;
    return this.thread.dropBelow(...drop);
  }

  async dropWorkspace(...drop: Parameters<ReadModelCacheWriter['dropWorkspace']>): Promise<number> {
    await this.exchanging;
    return this.thread.dropWorkspace(...drop);
  }

  /**
   * Serves another file from now on, at the end of the log.
   * @throws Error the file before is served on; the signal's reason
   */
  async exchange({ file, rebuilt, prepare }: Exchange, signal: AbortSignal): Promise<void> {
    const readModel = new SqliteReadModel(file);
    const projectedRevision = (id: string): Promise<number> => readModel.projectedRevision(id);
    const progress = new ProgressBoard({ projectedRevision, timers: this.ports.timers });
    const reports = new HeldReports(progress);
    let thread: RowsWriterThread | undefined;
    try {
      thread = await this.follow({ file, takes: { live: this.served, rebuilt }, board: reports });
      readModel.open();
      await unlessAborted(progress.whenReady(), signal);
      if (!signal.aborted) await prepare({ readModel, cacheWriter: thread, progress });
      signal.throwIfAborted();
      if (this.lacks) throw this.lacks;
      await this.replaceBy(thread, file, () => reports.until(() => this.isReachedBy(readModel)));
      reports.handOver(this.ports.board);
      thread.served();
    } catch (error) {
      this.coming = undefined;
      await thread?.close();
      throw error;
    } finally {
      readModel.close();
    }
  }

  async close(): Promise<void> {
    await this.exchanging;
    // Before the thread: the last connection that closes moves the WAL into the file, and a read-only one cannot.
    this.readModel.close();
    await this.pages.close();
    await this.thread.close();
  }

  /** Starts a thread on the other file, which gets every row that no event makes from now on. */
  private async follow(started: RowsThread): Promise<RowsWriterThread> {
    const missed: (readonly RowWrite[])[] = [];
    this.lacks = undefined;
    this.coming = { putRows: async (writes) => void missed.push(writes) };
    const thread = await this.ports.start(started);
    for (let writes = missed.shift(); writes; writes = missed.shift()) await thread.putRows(writes);
    this.coming = { putRows: (writes) => thread.putRows(writes).catch((error: Error) => void (this.lacks = error)) };
    return thread;
  }

  /** @param reached resolves once the other file has everything that the file before has */
  private async replaceBy(thread: RowsWriterThread, file: string, reached: () => Promise<void>): Promise<void> {
    let end: () => void = () => undefined;
    this.exchanging = new Promise((resolve) => (end = resolve));
    this.coming = undefined;
    const before = this.thread;
    this.thread = thread;
    this.watch(thread);
    try {
      await before.close();
      await reached();
      this.readModel.exchange(file);
      this.pages.exchange(file);
      this.served = file;
    } catch (error) {
      // The thread before has ended.
      this.tellDeath(error as Error);
      throw error;
    } finally {
      this.exchanging = undefined;
      end();
    }
  }

  private isReachedBy(other: SqliteReadModel): boolean {
    const [at, to]: (Position | undefined)[] = [other.checkpoint(FOLLOWER), this.readModel.checkpoint(FOLLOWER)];
    return to === undefined || (at !== undefined && at >= to);
  }

  private watch(thread: RowsWriterThread): void {
    void thread.died.then((error) => {
      if (thread === this.thread) this.tellDeath(error);
    });
  }
}
