import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { batch, thing, THINGS } from '../contract/fixtures.js';
import { PageThreads } from '../pages/page-threads.js';
import { ReadModelUnavailableError } from '../read-model.js';
import { SqliteReadModel } from './read-model.js';
import {
  FAILING_PAGE,
  FATAL_PAGE,
  FAULTY_PAGE,
  NOTED_PAGE,
  REFUSED_PAGE,
  type ReadThing,
  THINGS_PAGE,
  UNAVAILABLE_PAGE,
} from './testing/thing-pages.js';
import { SqliteReadModelWriter } from './writer.js';

const LONG = { workspaceId: 'w', size: 100 };

describe('PageThreads, of a file', () => {
  let directory: string;
  let readModel: SqliteReadModel;
  let pages: PageThreads;
  let said: string[];
  let noted: string[];

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pages-'));
    await fill('before');
    readModel = new SqliteReadModel(at('before'));
    readModel.open();
    said = [];
    noted = [];
  });

  afterEach(async () => {
    readModel.close();
    await pages.close();
    rmSync(directory, { recursive: true });
  });

  const at = (name: string): string => join(directory, name);

  /** Makes a file with one thing, whose name is that of the file. */
  const fill = async (name: string): Promise<void> => {
    const writer = SqliteReadModelWriter.open({ path: at(name), projections: [], others: [THINGS] });
    await writer.commit(batch([thing('a', 1, { name })]));
    writer.close();
  };

  /** Starts threads, and resolves once all of them are open. */
  const start = async (count: number): Promise<void> => {
    const worker = new URL('./testing/pages.worker.js', import.meta.url);
    const log = (sentence: string): void => void said.push(sentence);
    const workerData = at('before');
    pages = new PageThreads({ readModel, count, worker, workerData, noted: (notes) => noted.push(...notes), log });
    while (pages.open < count) await nextTurn();
  };

  const read = async (input = LONG): Promise<ReadThing> => {
    const { items, next } = await pages.read(THINGS_PAGE, input);
    expect(next).toEqual([0]);
    const things = JSON.parse(items.json) as ReadThing[];
    expect(things).toHaveLength(1);
    return things[0]!;
  };

  /** Long pages that are asked for at the same time. */
  const together = (count: number): Promise<ReadThing[]> => Promise.all(Array.from({ length: count }, () => read()));

  it('reads pages of many rows on threads, each on the one with the fewest reads, and of few rows here', async () => {
    await start(2);
    const threads = (await together(4)).map(({ thread }) => thread);
    expect(new Set(threads).size).toBe(2);
    expect(pages.pending).toBe(0);
    expect(threads.filter((thread) => thread === threads[0])).toHaveLength(2);
    expect(threads).not.toContain(0);
    expect(await read({ ...LONG, size: 19 })).toEqual({ name: 'before', thread: 0 });
  });

  it('reads every page here where it has no thread', async () => {
    await start(0);
    expect(await read()).toEqual({ name: 'before', thread: 0 });
  });

  it('refuses as the read refuses', async () => {
    await start(1);
    const errors = [{ pointer: '/size', code: 'small', detail: 'Must be small.' }];
    const refusal = { name: 'DomainError', code: 'validation_failed', detail: 'Must be small.', errors };
    await expect(pages.read(REFUSED_PAGE, LONG)).rejects.toMatchObject(refusal);
    const away = pages.read(UNAVAILABLE_PAGE, LONG);
    await expect(away).rejects.toThrow(new ReadModelUnavailableError('The file is away.'));
    await expect(away).rejects.toBeInstanceOf(ReadModelUnavailableError);
    const unknown = pages.read({ ...THINGS_PAGE, name: 'unknown' }, LONG);
    await expect(unknown).rejects.toThrow('No thread reads pages of unknown.');
    const fault = { name: 'TypeError', message: 'A fault of ours.', stack: expect.stringContaining('faultOfPage') };
    await expect(pages.read(FAULTY_PAGE, LONG)).rejects.toMatchObject(fault);
  });

  it('reads another file from the exchange on', async () => {
    await fill('after');
    await start(2);
    const before = together(2);
    pages.exchange(at('after'));
    expect((await together(2)).map(({ name }) => name)).toEqual(['after', 'after']);
    expect((await before).map(({ name }) => name)).toEqual(['before', 'before']);
  });

  it('fails what a thread was asked that dies, says so, and reads its pages here from then on', async () => {
    await start(1);
    const asked = [pages.read(FATAL_PAGE, LONG), read(), read(), read()];
    for (const each of asked) await expect(each).rejects.toBeInstanceOf(ReadModelUnavailableError);
    expect(said).toEqual([expect.stringContaining('A thread that reads pages has died')]);
    expect(await read()).toEqual({ name: 'before', thread: 0 });
  });

  it('whose thread cannot exchange its file reads on here', async () => {
    await start(1);
    pages.exchange(at('missing'));
    await expect(read()).rejects.toBeInstanceOf(ReadModelUnavailableError);
    expect(said).toEqual([expect.stringContaining('unable to open database file')]);
    expect(await read()).toEqual({ name: 'before', thread: 0 });
  });

  it('answers what a thread has answered before it failed, whenever the main thread hears of it', async () => {
    await start(1);
    const asked = [pages.read(FAILING_PAGE, LONG), read()];
    const failed = performance.now() + 200;
    while (performance.now() < failed);
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    while (pages.open > 0) await nextTurn();
    expect(await read()).toEqual({ name: 'before', thread: 0 });
  });

  it('tells what reads have noted on their threads', async () => {
    await start(2);
    await Promise.all([20, 21, 22, 23].map((size) => pages.read(NOTED_PAGE, { ...LONG, size })));
    expect(noted.sort()).toEqual(['20', '21', '22', '23']);
  });

  it('serves workspaces in turn, where one of them has asked for many pages', async () => {
    await start(1);
    const answered: string[] = [];
    const ask = (workspaceId: string): Promise<unknown> =>
      pages.read(THINGS_PAGE, { ...LONG, workspaceId }).then(() => answered.push(workspaceId));
    const asked = [...Array.from({ length: 10 }, () => ask('a')), ask('b'), ask('c')];
    expect(pages.pending).toBe(12);
    await Promise.all(asked);
    expect(answered.slice(0, 6)).toEqual(['a', 'a', 'a', 'b', 'c', 'a']);
  });

  it('closes once what was asked before is answered', async () => {
    await start(1);
    const asked = together(2);
    const waits = read();
    await Promise.all([pages.close(), expect(waits).rejects.toBeInstanceOf(ReadModelUnavailableError)]);
    expect((await asked).map(({ name }) => name)).toEqual(['before', 'before']);
    expect(said).toEqual([]);
  });
});
