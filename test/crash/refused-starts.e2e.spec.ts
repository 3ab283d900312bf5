import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { temporaryDirectory } from '../support/deployments/deployment.js';
import { startService } from '../support/service.js';
import { success } from '../support/client.js';
import type { Contact } from '../support/types.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
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
  const other = join(root, 'other');
  let directories = 0;
  /** The key of the workspace in the valid data directory, and the first page of its contacts. */
  let token: string;
  let firstContact: unknown;

  beforeAll(async () => {
    const service = await startService({ deployment: new EmbeddedDeployment(sound) });
    const workspace = await TestWorkspace.make(service);
    await workspace.contacts(1_000);
    token = workspace.client.token!;
    firstContact = await workspace.client.read('/contacts?page_size=1');
    await service.stop();
    await (await startService({ deployment: new EmbeddedDeployment(other) })).stop();
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

  it.each<[string, RegExp, (keys: string) => void, Readonly<Record<string, string>>]>([
    ['are gone', /personal keys that \S+keys\.db does not hold: .*PERSONAL_KEYS_LOST=1/, (keys) => rmSync(keys), {}],
    ['are those of another log', /does not hold/, (keys) => cpSync(join(other, 'keys.db'), keys), {}],
    [
      'were wrapped under another SECRETS_KEY',
      /^SECRETS_KEY opens the personal keys of none of the 1 workspaces in \S+keys\.db: /,
      () => undefined,
      { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'), SECRETS_KEY_LOST: '1' },
    ],
  ])(
    'on personal keys that %s: says so, writes nothing, and starts with the right ones again',
    async (_what, why, damage, env) => {
      const { dataDir, events } = copy();
      const keys = join(dataDir, 'keys.db');
      const [right, log] = [readFileSync(keys), readFileSync(events)];
      damage(keys);
      const damaged = existsSync(keys) && readFileSync(keys);
      expectOneSentence(await startInVain({ DATA_DIR: dataDir, ...env }), why);
      expect(existsSync(keys) && readFileSync(keys)).toEqual(damaged);
      expect(readFileSync(events).equals(log)).toBe(true);
      writeFileSync(keys, right);
      const service = await startService({ deployment: new EmbeddedDeployment(dataDir) });
      expect(await service.client(token).read('/contacts?page_size=1')).toEqual(firstContact);
      await service.stop();
    },
    RUN_MS,
  );

  it(
    'on a log whose personal keys are lost for good: starts if the operator accepts it, and erases nothing else',
    async () => {
      const { dataDir } = copy();
      for (const name of ['keys.db', 'read-model.db']) rmSync(join(dataDir, name));
      const deployment = new EmbeddedDeployment(dataDir);
      for (const env of [{ PERSONAL_KEYS_LOST: '1' }, {}]) {
        const service = await startService({ deployment, env });
        const client = service.client(token);
        const { contacts } = await client.read<{ contacts: Contact[] }>('/contacts?page_size=2');
        expect(contacts).toEqual(contacts.map((contact) => ({ ...contact, phone: null, name: null })));
        expect(contacts).toHaveLength(2);
        const phone = nextPhone();
        success(await client.post('/contacts/batch', { contacts: [{ phone }] }), 200);
        const found = await client.read<{ contacts: Contact[] }>(`/contacts?phone=${encodeURIComponent(phone)}`);
        expect(found.contacts).toMatchObject([{ phone }]);
        await service.stop();
      }
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
