import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Collection } from '#kernel';
import { pagesHere, ProgressBoard, realTimers, type RowWrite } from '#read-model';
import { batch, position, type Stamp, stamp, STAMPS, thing, THINGS, write } from '#read-model/contract';
import { SqliteReadModel, SqliteReadModelWriter } from '#read-model/sqlite';
import { FOLLOWER } from '../catalogue.js';
import { type RowsThread, type RowsWriterThread, ServedRows, type ServedRowsPorts } from './served-rows.js';

const never = new AbortController().signal;
const WORKSPACE = 'w';

/** Rows beside the log that tell of one copy only. */
const OF_ONE_COPY: Collection<Stamp> = { ...STAMPS, name: 'stamps_of_copy', isOfOneCopy: true };
const ofOneCopy = (id: string): RowWrite => ({ ...stamp(id, 'of one copy'), collection: OF_ONE_COPY });

/** A thread whose follower folds when the test says so. */
class Thread implements RowsWriterThread {
  readonly trouble = undefined;
  readonly eventsPerSecond = 0;
  readonly died: Promise<Error>;
  die: (error: Error) => void = () => undefined;
  isServed = false;
  isClosed = false;
  refuses = false;
  private readonly writer: SqliteReadModelWriter;

  constructor(private readonly started: RowsThread) {
    this.died = new Promise((resolve) => (this.die = resolve));
    const { file: path, takes } = started;
    const projections = [{ collection: THINGS, version: 1 }];
    this.writer = SqliteReadModelWriter.open({ path, projections, others: [STAMPS, OF_ONE_COPY] });
    if (takes) this.writer.takePlace(takes);
  }

  /** Folds the log up to an event, and reports it. */
  async fold(to: number): Promise<void> {
    const from = await this.writer.checkpoint(FOLLOWER);
    const projectedRevisions = new Map([[WORKSPACE, to]]);
    const writes = [write(thing('a', to, { name: `as of ${to}` }))];
    await this.writer.commit({ ...batch([]), writes, projectedRevisions, follower: FOLLOWER, from, to: position(to) });
    this.started.board.report({ projectedRevisions, caughtUp: true });
  }

  fail(error: Error): void {
    this.started.board.fail(error);
  }

  putRows(...put: Parameters<RowsWriterThread['putRows']>): Promise<void> {
    return this.refuses ? Promise.reject(new Error('the disk is full')) : this.writer.putRows(...put);
  }
  amendRows(...amend: Parameters<RowsWriterThread['amendRows']>): Promise<number> {
    return this.writer.amendRows(...amend);
  }
  dropBelow(...drop: Parameters<RowsWriterThread['dropBelow']>): Promise<number> {
    return this.writer.dropBelow(...drop);
  }
  dropWorkspace(...drop: Parameters<RowsWriterThread['dropWorkspace']>): Promise<number> {
    return this.writer.dropWorkspace(...drop);
  }
  served(): void {
    this.isServed = true;
  }
  async close(): Promise<void> {
    if (!this.isClosed) this.writer.close();
    this.isClosed = true;
  }
}

describe('the rows that a process serves', () => {
  let directory: string;
  let threads: Thread[];
  let board: ProgressBoard;
  let rows: ServedRows;
  let readModel: SqliteReadModel;
  /** The files that pages were read of, in their order. */
  let pagesOf: string[];

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'served-rows-'));
    threads = [];
    readModel = new SqliteReadModel(at('live'));
    const projectedRevision = (id: string): Promise<number> => readModel.projectedRevision(id);
    board = new ProgressBoard({ projectedRevision, timers: realTimers });
    const start = async (started: RowsThread): Promise<Thread> => {
      const thread = new Thread(started);
      threads.push(thread);
      return thread;
    };
    const startPages: ServedRowsPorts['startPages'] = (file, of) => {
      pagesOf = [file];
      const exchange = (path: string): void => void pagesOf.push(path);
      const close = async (): Promise<void> => void pagesOf.push(live().isClosed ? 'closed late' : 'closed');
      return { ...pagesHere(of), open: 0, pending: 0, exchange, close };
    };
    rows = await ServedRows.open(at('live'), readModel, { start, startPages, board, timers: realTimers });
    await live().fold(5);
  });
  afterEach(async () => {
    await rows.close();
    rmSync(directory, { recursive: true });
  });

  const at = (name: string): string => join(directory, name);
  const live = (): Thread => threads[0]!;
  const other = (): Thread => threads[1]!;
  const shown = async (): Promise<unknown> => (await readModel.getMany(THINGS, [['w', 'a']]))[0]?.name;
  const stamps = async (): Promise<readonly unknown[]> =>
    (await readModel.getMany<Stamp>(STAMPS, [['one'], ['two'], ['three']])).map((found) => found?.at);
  /** Lets everything that is not awaited go as far as it can. */
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const exchange = (prepare = async (): Promise<void> => undefined): Promise<void> =>
    rows.exchange({ file: at('other'), prepare }, never);

  it('are exchanged once the other file has everything that the file before has, and not earlier', async () => {
    const exchanged = exchange(async () => {
      // Written while the other rows are prepared.
      await live().fold(7);
    });
    await settled();
    await other().fold(6);
    await settled();
    expect([await shown(), live().isClosed, other().isServed, rows.file]).toEqual(['as of 7', true, false, at('live')]);
    expect(pagesOf).toEqual([at('live')]);
    await other().fold(7);
    await exchanged;
    expect(pagesOf).toEqual([at('live'), at('other')]);
    expect([await shown(), other().isServed, rows.file]).toEqual(['as of 7', true, at('other')]);
    await other().fold(8);
    expect([await shown(), await board.whenComplete(WORKSPACE, 8, 0)]).toEqual(['as of 8', true]);
  });

  it('are closed by their threads that read pages first: the last connection moves the WAL into the file', async () => {
    await rows.close();
    expect([...pagesOf, live().isClosed]).toEqual([at('live'), 'closed', true]);
  });

  it('end the waits for events that the other thread has folded before it was served', async () => {
    const exchanged = exchange();
    await settled();
    const waiting = board.whenComplete(WORKSPACE, 9, 10_000);
    await other().fold(9);
    await exchanged;
    expect([await waiting, await board.whenComplete(WORKSPACE, 9, 0)]).toEqual([true, true]);
  });

  it('do not tell of events that they do not show yet', async () => {
    const exchanged = exchange(async () => {
      await live().fold(7);
    });
    await settled();
    await other().fold(6);
    await settled();
    let isTold = false;
    void board.whenComplete(WORKSPACE, 8, 10_000).then(() => (isTold = true));
    await settled();
    expect(isTold).toBe(false);
    await other().fold(8);
    await exchanged;
    await settled();
    expect([isTold, await shown()]).toEqual([true, 'as of 8']);
  });

  it('keep what is written beside the log before, during and after the exchange', async () => {
    await rows.putRows([stamp('one', 'before')]);
    const exchanged = exchange(async () => {
      await rows.putRows([stamp('two', 'during')]);
    });
    await settled();
    await other().fold(5);
    await exchanged;
    await rows.putRows([stamp('three', 'after')]);
    expect(await stamps()).toEqual(['before', 'during', 'after']);
  });

  it('keep what tells of one copy in that copy', async () => {
    await rows.putRows([ofOneCopy('one'), stamp('one', 'of all')]);
    const exchanged = exchange(async () => {
      await rows.putRows([ofOneCopy('two')]);
      await rows.putRows([ofOneCopy('three'), stamp('two', 'of all')]);
    });
    await settled();
    await other().fold(5);
    await exchanged;
    expect(await stamps()).toEqual(['of all', 'of all', undefined]);
    expect(await readModel.getMany(OF_ONE_COPY, [['one'], ['two'], ['three']])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await rows.putRows([ofOneCopy('one')]);
    expect(await readModel.getMany(OF_ONE_COPY, [['one']])).toMatchObject([{ at: 'of one copy' }]);
  });

  it('stay the same where the other thread loses a write, fails, or cannot be prepared', async () => {
    const failures: readonly (readonly [what: string, fail: (thread: Thread) => Promise<void>])[] = [
      [
        'the disk is full',
        async (thread) => {
          thread.refuses = true;
          await rows.putRows([stamp('one', 'while it fails')]);
        },
      ],
      ['it is broken', async () => Promise.reject(new Error('it is broken'))],
    ];
    for (const [what, fail] of failures) {
      const exchanged = exchange(() => fail(threads.at(-1)!));
      await settled();
      await threads.at(-1)!.fold(20 + threads.length);
      await expect(exchanged).rejects.toThrow(what);
      expect([threads.at(-1)!.isClosed, rows.file, await shown()]).toEqual([true, at('live'), 'as of 5']);
    }
    const exchanged = exchange();
    await settled();
    threads.at(-1)!.fail(new Error('a projection throws'));
    await expect(exchanged).rejects.toThrow('a projection throws');
    await rows.putRows([stamp('two', 'later')]);
    expect((await stamps()).slice(0, 2)).toEqual(['while it fails', 'later']);
    await live().fold(6);
    expect(await shown()).toBe('as of 6');
  });

  it('have died if the thread dies that is served, and not with any other', async () => {
    const died: string[] = [];
    void rows.died.then((error) => died.push(error.message));
    const exchanged = exchange();
    await settled();
    await other().fold(5);
    await exchanged;
    live().die(new Error('the first'));
    await settled();
    expect(died).toEqual([]);
    other().die(new Error('the second'));
    await settled();
    expect(died).toEqual(['the second']);
  });
});
