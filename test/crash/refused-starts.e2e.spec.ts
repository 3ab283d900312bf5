import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { temporaryDirectory } from '../support/deployments/deployment.js';
import { startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { startInVain } from '../support/ended-process.js';
import type { Ended } from '../support/ended-process.js';

/** EX_CONFIG in sysexits.h: a service manager does not restart the process. */
const EX_CONFIG = 78;
const RUN_MS = 60_000;

/** Expects one clear sentence and nothing of the implementation. */
function expectOneSentence({ code, stderr }: Ended, why: RegExp): void {
  expect(stderr).toMatch(why);
  expect(stderr).toMatch(/^[A-Z/][^\n]*\.\n$/);
  expect(stderr).not.toMatch(/\bat .+:\d+:\d+|Error:|undefined/);
  expect(code).toBe(EX_CONFIG);
}

describe('a start that must be refused', () => {
  const root = temporaryDirectory();
  const sound = join(root, 'sound');
  let directories = 0;

  beforeAll(async () => {
    const service = await startService({ deployment: new EmbeddedDeployment(sound) });
    await (await TestWorkspace.make(service)).contacts(1_000);
    await service.stop();
  }, RUN_MS);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** A copy of a valid data directory, for a test to damage. */
  function copy(): { readonly dataDir: string; readonly events: string; readonly rows: string } {
    directories += 1;
    const dataDir = join(root, `copy-${directories}`);
    cpSync(sound, dataDir, { recursive: true });
    return { dataDir, events: join(dataDir, 'events.db'), rows: join(dataDir, 'read-model.db') };
  }

  it(
    'with another process on the same data: says so, and the first keeps running',
    async () => {
      const dataDir = join(root, 'shared');
      const first = await startService({ deployment: new EmbeddedDeployment(dataDir) });
      const { api } = await TestWorkspace.make(first);
      expectOneSentence(await startInVain({ DATA_DIR: dataDir }), /is in use by another process\.$/m);
      const list = await api.createList();
      expect(await api.list(list.smart_list_id)).toEqual(list);
      await first.stop();
    },
    RUN_MS,
  );

  it.each<[string, RegExp, (events: string) => void]>([
    [
      'is not a database',
      /events\.db is corrupt or no event store/,
      (events) => writeFileSync(events, 'a list, '.repeat(2_000)),
    ],
    ['was cut short', /events\.db is corrupt or no event store/, (events) => truncateSync(events, 3 * 4_096)],
    ['has a spoilt first page', /events\.db is corrupt or no event store/, (events) => spoil(events, 100, 1_000)],
    [
      'is a database of another application',
      /events\.db is not an event store of this service/,
      (events) => {
        rmSync(events);
        change(events, 'CREATE TABLE shopping (item TEXT)');
      },
    ],
    [
      'is of a newer version',
      /events\.db was written by a newer version of this service/,
      (events) => change(events, 'PRAGMA user_version = 99'),
    ],
  ])(
    'on a log that %s: says so and leaves the file as it was',
    async (_what, why, damage) => {
      const { dataDir, events } = copy();
      damage(events);
      const before = readFileSync(events);
      expectOneSentence(await startInVain({ DATA_DIR: dataDir }), why);
      expect(readFileSync(events).equals(before)).toBe(true);
    },
    RUN_MS,
  );

  it.each<[string, RegExp, string]>([
    ['is of a newer version', /read-model\.db was written by a newer version/, 'PRAGMA user_version = 99'],
    ['is of something else', /read-model\.db is a database, but not of a read model/, 'PRAGMA application_id = 7'],
  ])(
    'on a read model that %s: says so and leaves the file as it was',
    async (_what, why, sql) => {
      const { dataDir, rows } = copy();
      change(rows, sql);
      const before = readFileSync(rows);
      expectOneSentence(await startInVain({ DATA_DIR: dataDir }), why);
      expect(readFileSync(rows).equals(before)).toBe(true);
    },
    RUN_MS,
  );

  it(
    'with a wrong configuration: names each mistake in a sentence',
    async () => {
      const { code, stderr } = await startInVain({ DATA_DIR: join(root, 'none'), PORT: 'x', ADMIN_TOKEN: 'short' });
      expect(stderr).toMatch(/^PORT must [^\n]*\.\nADMIN_TOKEN must [^\n]*\.\n$/);
      expect(code).toBe(EX_CONFIG);
    },
    RUN_MS,
  );
});

function change(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

function spoil(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, from, to);
  writeFileSync(file, bytes);
}
