import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Api } from '../support/api.js';
import { EmbeddedPlace } from '../support/places/embedded.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { dump } from './support/dump.js';
import type { Dump } from './support/dump.js';
import { workspaceWithHistory } from './support/history.js';
import { wholeLog } from './support/whole-log.js';

const RUN_MS = 120_000;
const HOUR_MS = 3_600_000;
/** "Many pages": of all GETs together. */
const PAGES = 150;

describe('a service whose read model is lost', () => {
  const place = new EmbeddedPlace();
  const rows = join(place.dataDir, 'read-model.db');
  let service: Service;
  let workspaceId: string;
  let token: string;

  beforeAll(async () => {
    service = await startService({ place });
    const workspace = await workspaceWithHistory(service);
    await workspaceWithHistory(service);
    workspaceId = workspace.id;
    token = workspace.client.token!;
  }, RUN_MS);
  afterAll(async () => {
    await service?.kill();
    await place.remove();
  });

  async function dumpsAround(loss: () => void): Promise<readonly [Dump, Dump]> {
    const hour = Math.floor(Date.now() / HOUR_MS);
    const before = await dump(service, workspaceId, token);
    await service.stop();
    // What the log of the file's own changes still holds goes into the file, so that it is the file that is lost.
    new Database(rows).close();
    loss();
    service = await startService({ place });
    const after = await dump(service, workspaceId, token);
    // Page tokens name the hour they expire: both dumps must be of the same.
    return hour === Math.floor(Date.now() / HOUR_MS) ? [before, after] : dumpsAround(loss);
  }

  it.each<[string, () => void]>([
    ['deleted', () => ['', '-wal', '-shm'].forEach((suffix) => rmSync(`${rows}${suffix}`, { force: true }))],
    ['overwritten', () => writeFileSync(rows, 'these are no rows, '.repeat(3_000))],
    ['spoilt at its beginning', () => writeFileSync(rows, readFileSync(rows).fill(0xa5, 0, 2_000))],
  ])(
    '%s: every page of every GET has the same bytes again, and the log is as it was',
    async (_how, lose) => {
      const log = await wholeLog(place);
      expect(existsSync(rows)).toBe(true);
      const [before, after] = await dumpsAround(lose);
      expect(before.size).toBeGreaterThan(PAGES);
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [path, bytes] of before) expect(after.get(path)).toBe(bytes);
      expect(await wholeLog(place)).toEqual(log);
    },
    RUN_MS,
  );

  it('takes writes afterwards', async () => {
    const api = new Api(service.client(token));
    const list = await api.createList();
    expect(await api.list(list.smart_list_id)).toEqual(list);
  });
});
