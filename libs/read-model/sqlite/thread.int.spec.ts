import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainEvent } from '#kernel';
import { type ReadModelHarness, readModelContract, stamp, STAMPS } from '../contract/index.js';
import { readHeldStreams } from '../projecting/held-stream-row.js';
import { ReadModelOpenError, ReadModelUnavailableError } from '../read-model.js';
import { ProgressBoard } from '../progress/progress-board.js';
import { realTimers } from '../real-time.js';
import { BOARDS, CARDS, placed, swept } from '../testing/cards.js';
import { ReadModelThread } from '../thread/index.js';
import { SqliteReadModel } from './read-model.js';
import type { FollowerData } from './testing/follower.worker.js';
import { ThreadedWriter } from './testing/threaded-writer.js';

const otherThread = async (): Promise<ReadModelHarness> => {
  const directory = mkdtempSync(join(tmpdir(), 'read-model-'));
  const path = join(directory, 'read-model.db');
  return {
    open: async () => {
      const writer = await ThreadedWriter.open(path);
      const model = new SqliteReadModel(path);
      model.open();
      const close = async () => {
        model.close();
        await writer.close();
      };
      return { model, writer, cacheWriter: writer, close };
    },
    destroy: async () => rmSync(directory, { recursive: true }),
  };
};

// Each storage is a thread of its own, which takes some time to start.
readModelContract('SQLite, written by another thread', otherThread, { runs: 5 });

/** A file's thread with its board and a reader, composed as in a process. */
interface Opened {
  readonly thread: ReadModelThread;
  readonly progress: ProgressBoard;
  readonly model: SqliteReadModel;
  close(): Promise<void>;
}

describe('ReadModelThread, writing a file', () => {
  const worker = new URL('./testing/follower.worker.js', import.meta.url);
  const events: DomainEvent[] = [placed('a', 'x'), placed('b', 'x'), swept('x', ['a'])];
  let directory: string;
  let path: string;
  let opened: Opened | undefined;
  let onProgress: () => unknown;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'read-model-'));
    path = join(directory, 'read-model.db');
    onProgress = () => undefined;
  });

  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    rmSync(directory, { recursive: true });
  });

  const start = async (data: Partial<FollowerData> = {}, log: (sentence: string) => void = () => undefined) => {
    const workerData: FollowerData = { path, batches: [events], ...data };
    const model = new SqliteReadModel(path);
    const progress = new ProgressBoard({ projectedRevision: (id) => model.projectedRevision(id), timers: realTimers });
    const options = { worker, workerData, board: progress, onProgress: () => onProgress(), log };
    const thread = await ReadModelThread.start(options);
    model.open();
    const close = async () => {
      model.close();
      await thread.close();
    };
    return (opened = { thread, progress, model, close });
  };

  it('follows the log in its thread, reports progress, and the main thread reads its rows', async () => {
    const { progress, model } = await start();
    await progress.whenReady();
    expect(progress.ready).toBe(true);
    expect(await progress.whenComplete('w', 2, 10_000)).toBe(true);
    expect(await model.getMany(BOARDS, [['w', 'x']])).toMatchObject([{ cards: 1, revision: 2 }]);
    expect(await model.page(CARDS, { index: 'by_board', prefix: ['w', 'x', 1], limit: 9 })).toMatchObject([
      { card_id: 'b' },
    ]);
  });

  it('calls back after each report', async () => {
    let reports = 0;
    onProgress = () => (reports += 1);
    const { progress, model } = await start({ batches: [events, events] });
    await progress.whenReady();
    // Six events, two at a time.
    expect(reports).toBeGreaterThanOrEqual(3);
    expect(await model.projectedRevision('w')).toBe(5);
  });

  it('tells how many events it folds a second', async () => {
    const { thread, progress } = await start({ batches: Array.from({ length: 20 }, () => events) });
    await progress.whenReady();
    expect(thread.eventsPerSecond).toBe(6);
  });

  it('writes beside the log in that thread', async () => {
    const { thread, model } = await start();
    await thread.putRows([stamp('s', '2024'), stamp('t', '2025')]);
    expect(await model.getMany(STAMPS, [['s'], ['t']])).toMatchObject([{ at: '2024' }, { at: '2025' }]);
    const change = { collection: STAMPS, key: ['t'], revision: 0, ifFields: { at: '2025' }, set: { at: '2026' } };
    expect(await thread.amendRows([change])).toBe(1);
    expect(await thread.amendRows([change])).toBe(0);
    expect(await model.getMany(STAMPS, [['t']])).toMatchObject([{ at: '2026' }]);
    await expect(thread.amendRows([{ ...change, set: { stamp_id: 'u' } }])).rejects.toThrow('cannot be amended');
    const options = { index: 'by_age', prefix: [1], before: '2025', limit: 10 };
    expect(await thread.dropBelow(STAMPS, options)).toBe(1);
    await expect(thread.dropBelow(STAMPS, { ...options, index: 'none' })).rejects.toThrow('none');
  });

  it('keeps the file over a restart, and rebuilds and reports a damaged one', async () => {
    await (await start()).progress.whenReady();
    await opened!.close();
    await (await start({ batches: [] })).close();
    writeFileSync(path, 'not a database');
    const sentences: string[] = [];
    const { progress, model } = await start({}, (sentence) => sentences.push(sentence));
    await progress.whenReady();
    expect(await model.projectedRevision('w')).toBe(2);
    expect(sentences).toEqual([`The read model ${path} is damaged; it is built anew from the log.`]);
  });

  it('refuses to start where the file cannot be opened', async () => {
    path = directory;
    await expect(start()).rejects.toThrow(ReadModelOpenError);
  });

  it('tells why it cannot start also where its end is noticed in the same moment', async () => {
    const workerData: FollowerData = { path: directory, batches: [events] };
    const failures: Error[] = [];
    const board = { report: () => undefined, fail: (error: Error) => void failures.push(error) };
    const starting = ReadModelThread.start({ worker, workerData, board });
    // Long enough for the thread to be over: then both messages wait.
    const until = performance.now() + 2_000;
    while (performance.now() < until);
    await expect(starting).rejects.toThrow(ReadModelOpenError);
    expect(failures).toEqual([]);
  });

  it('continues after a poisoned event, holds its workspace back, and still writes cached fields', async () => {
    const batches = [[{ type: 'SomethingElse', data: {} }, placed('a', 'x')]];
    const { progress, thread, model } = await start({ batches, then: 'poison' });
    await progress.whenReady();
    const place = { stream: 'workspace-w', at: 1, type: 'CardPlaced', projection: 'cards' };
    expect(await readHeldStreams(model)).toMatchObject([{ ...place, reason: 'broken' }]);
    expect([await model.projectedRevision('w'), progress.failure]).toEqual([0, undefined]);
    await thread.putRows([stamp('s', '2024')]);
    expect(await model.getMany(STAMPS, [['s']])).toMatchObject([{ at: '2024' }]);
    expect(await Promise.race([thread.died, Promise.resolve('alive')])).toBe('alive');
    await thread.close();
    expect(await Promise.race([thread.died, Promise.resolve('closed')])).toBe('closed');
  });

  it('fails for good when the follower ends by itself', async () => {
    const { progress } = await start({ batches: [], then: 'end' });
    await progress.whenReady();
    expect(await progress.whenComplete('w', 99, 10_000)).toBe(false);
    expect(progress.failure?.message).toContain('ended by itself');
  });

  it('counts as dead when its file is found damaged: the next start rebuilds it', async () => {
    const { progress, thread } = await start({ batches: [], then: 'damage' });
    expect((await thread.died).message).toBe('the file is damaged');
    expect(progress.failure).toBe(await thread.died);
  });

  it('fails for good, and refuses writes beside the log, when its thread dies', async () => {
    const { progress, thread } = await start({ batches: [], then: 'die' });
    expect(await progress.whenComplete('w', 99, 10_000)).toBe(false);
    expect(progress.failure?.message).toContain('has ended');
    expect(await thread.died).toBe(progress.failure);
    await expect(thread.putRows([])).rejects.toThrow(ReadModelUnavailableError);
  });

  it('reports a full disk, and can still be closed', async () => {
    const many = Array.from({ length: 2_000 }, (_, i) => placed(`card-${i}`, 'x'));
    const { thread, progress } = await start({ batches: [many], maxPages: 30 });
    while (!thread.trouble) await new Promise((resolve) => setImmediate(resolve));
    expect(thread.trouble).toBeInstanceOf(ReadModelUnavailableError);
    expect(thread.trouble.message).toContain('SQLITE_FULL');
    expect(progress.ready).toBe(false);
    expect(progress.failure).toBeUndefined();
  });
});
