import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PageRead, pagesHere } from '#read-model';
import { PageThreads } from '#read-model/pages';
import { SqliteReadModel, SqliteReadModelWriter } from '#read-model/sqlite';
import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS } from './catalogue.js';
import type { PagesThreadData } from './pages.worker.js';
import { PAGES } from './pages.js';

describe('the threads that read pages', () => {
  let directory: string;
  let readModel: SqliteReadModel;
  let threads: PageThreads;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pages-'));
    const path = join(directory, 'read-model.db');
    SqliteReadModelWriter.open({ path, projections: FOLLOWER_PROJECTIONS, others: CACHE_COLLECTIONS }).close();
    readModel = new SqliteReadModel(path);
    readModel.open();
    const worker = new URL('./pages.worker.js', import.meta.url);
    const workerData: PagesThreadData = { readModelFile: path };
    threads = new PageThreads({ readModel, count: 1, worker, workerData, log: (sentence) => fail(sentence) });
    while (threads.open === 0) await nextTurn();
  });
  afterAll(async () => {
    readModel.close();
    await threads.close();
    rmSync(directory, { recursive: true });
  });

  const input = {
    ...{ workspaceId: 'w', smartListId: 'l', endpointId: 'e', filters: {}, newestFirst: false },
    ...{ status: undefined, size: 100, after: undefined, at: '2030-01-01T00:00:00.000Z' },
  };

  it('know every page by a name of its own', () => {
    expect(new Set(PAGES.map(({ name }) => name)).size).toBe(PAGES.length);
  });

  it.each(PAGES.map((page) => [page.name, page as unknown as PageRead<typeof input, unknown>] as const))(
    'read %s as the HTTP thread does',
    async (_name, page) => {
      const read = threads.read(page, input);
      expect(threads.pending).toBe(1);
      const [there, here] = await Promise.allSettled([read, pagesHere(readModel).read(page, input)]);
      expect(there).toEqual(here);
    },
  );
});
