import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Manifest } from '../../../apps/service/backup/index.js';
import { emptyIndex } from '../../../libs/event-store/sqlite/testing/damage.js';
import { success } from '../../support/client.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import { type Deployment, temporaryDirectory } from '../../support/deployments/deployment.js';
import { EmbeddedDeployment } from '../../support/deployments/embedded.js';
import { startService } from '../../support/service.js';
import type { Contact } from '../../support/types.js';
import { TestWorkspace } from '../../support/workspace.js';
import { loseContactKeys } from '../past/support/lost-keys.js';
import { smartlists, tell } from '../past/support/smartlists.js';

const RUN_MS = 120_000;
const OTHER_KEY = Buffer.alloc(32, 'x').toString('base64');

describe('smartlists backup and restore', () => {
  let deployment: Deployment;
  let workspaceId: string;
  const directory = temporaryDirectory();
  const at = (name: string) => join(directory, name);
  /** A backup without a running service. */
  const BACKUP = at('backup');

  beforeAll(async () => {
    deployment = await createDeployment('embedded');
    const service = await startService({ deployment });
    const workspace = await TestWorkspace.make(service);
    await workspace.contacts(3);
    workspaceId = workspace.id;
    await service.stop();
    expect((await smartlists(['backup', BACKUP], deployment.env)).code).toBe(0);
  }, RUN_MS);
  afterAll(async () => {
    await deployment.remove();
    rmSync(directory, { recursive: true });
  }, RUN_MS);

  const run = (...args: readonly string[]) => tell(args, deployment.env);
  const modes = (path: string) =>
    [path, ...readdirSync(path).map((name) => join(path, name))].map((each) => statSync(each).mode & 0o777);
  /** A copy of the backup, changed. */
  const changed = (name: string, change: (copy: string) => void): string => {
    cpSync(BACKUP, at(name), { recursive: true });
    change(at(name));
    return at(name);
  };

  it('has the log, the keys, the file of SECRETS_KEY and a manifest, for its owner only', async () => {
    expect(readdirSync(BACKUP).sort()).toEqual(['events.db', 'keys.db', 'manifest.json', 'secrets.key']);
    expect(modes(BACKUP)).toEqual([0o700, 0o600, 0o600, 0o600, 0o600]);
    const { printed } = await run('backup', 'verify', BACKUP, '--json');
    expect(JSON.parse(printed[0]!)).toEqual({
      ok: true,
      misfit: null,
      manifest: JSON.parse(readFileSync(join(BACKUP, 'manifest.json'), 'utf8')) as unknown,
    });
  });

  it('fills an empty directory, which may be a mount, and one that does not exist', async () => {
    mkdirSync(at('empty'));
    expect((await run('backup', at('empty'))).exit).toBeUndefined();
    mkdirSync(at('mounted'));
    for (const to of [at('mounted'), at('new/data')]) {
      expect((await run('restore', at('empty'), '--to', to)).exit).toBeUndefined();
      expect(modes(to)).toEqual([0o700, 0o600, 0o600, 0o600]);
      expect(readdirSync(to).sort()).toEqual(['events.db', 'keys.db', 'secrets.key']);
    }
  });

  it(
    'is served after a restore, with the rows made from the log',
    async () => {
      expect((await run('restore', BACKUP, '--to', at('served'))).exit).toBeUndefined();
      const service = await startService({ deployment: new EmbeddedDeployment(at('served')) });
      const { bytes } = await service.admin.get('/admin/workspaces');
      expect(JSON.parse(bytes.toString())).toMatchObject({
        workspaces: expect.arrayContaining([
          expect.objectContaining({ workspace_id: workspaceId, use: expect.objectContaining({ contacts: 3 }) }),
        ]),
      });
      await service.stop();
    },
    RUN_MS,
  );

  it(
    'brings a person back who was erased since, unless the newer keys are put beside it',
    async () => {
      const data = new EmbeddedDeployment(at('erasing'));
      const service = await startService({ deployment: data });
      const workspace = await TestWorkspace.make(service);
      const [contact] = await workspace.contacts(1);
      const path = `/contacts/${contact!.contact_id}`;
      expect((await tell(['backup', at('before')], data.env)).exit).toBeUndefined();
      success(await workspace.client.post(`${path}/erase`), 200);
      await service.stop();

      /** The phone after a restore, and the status once the erasure was requested again. */
      const phones = async (name: string, prepare: () => void): Promise<readonly unknown[]> => {
        expect((await run('restore', at('before'), '--to', at(name))).exit).toBeUndefined();
        prepare();
        const restored = await startService({ deployment: new EmbeddedDeployment(at(name)) });
        const client = restored.client(workspace.client.token);
        const { contact: first } = success<{ contact: Contact }>(await client.get(path), 200);
        success(await client.post(`${path}/erase`), 200);
        const { status } = await client.get(path);
        await restored.stop();
        return [first.phone, status];
      };
      expect(await phones('older-keys', () => undefined)).toEqual([contact!.phone, 404]);
      const newer = () => cpSync(join(data.dataDir, 'keys.db'), at('newer-keys/keys.db'));
      expect(await phones('newer-keys', newer)).toEqual([null, 404]);
    },
    RUN_MS,
  );

  it('does not have SECRETS_KEY where it is set, and needs it to be restored', async () => {
    const own = readFileSync(join(BACKUP, 'secrets.key'), 'utf8').trim();
    const withKey = { ...deployment.env, SECRETS_KEY: own };
    expect((await tell(['backup', at('keyless')], withKey)).exit).toBeUndefined();
    expect(existsSync(at('keyless/secrets.key'))).toBe(false);
    expect((await tell(['backup', 'verify', at('keyless')], withKey)).exit).toBeUndefined();
    const without = await run('restore', at('keyless'), '--to', at('nowhere'));
    expect([without.exit, without.sentence]).toEqual(['not_understood', expect.stringContaining('set SECRETS_KEY')]);
    const other = await tell(['restore', at('keyless'), '--to', at('nowhere')], { SECRETS_KEY: OTHER_KEY });
    expect([other.exit, other.sentence]).toEqual(['unavailable', expect.stringContaining('SECRETS_KEY opens')]);
    expect(readdirSync(directory).filter((name) => name.startsWith('nowhere'))).toEqual([]);
  });

  const flip = (file: string, place: number) => (copy: string) => {
    const bytes = readFileSync(join(copy, file));
    bytes[place]! ^= 1;
    writeFileSync(join(copy, file), bytes);
  };
  it.each([
    ['a flipped bit of the log', flip('events.db', 5_000), /events\.db is not the file of the manifest/],
    ['a flipped bit of the keys', flip('keys.db', 5_000), /keys\.db is not the file of the manifest/],
    ['a flipped bit of SECRETS_KEY', flip('secrets.key', 3), /secrets\.key is not the file of the manifest/],
    [
      'another number of events in the manifest',
      (copy: string) => {
        const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as { readonly events: number };
        writeFileSync(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, events: manifest.events + 1 }));
      },
      /and the manifest says/,
    ],
  ] as const)('finds %s, and restores nothing of it', async (what, change, sentence) => {
    const copy = changed(what.replaceAll(' ', '-'), change);
    for (const args of [
      ['backup', 'verify', copy],
      ['restore', copy, '--to', at('never')],
    ]) {
      const { exit, printed } = await run(...args);
      expect([exit, printed]).toEqual(['check_failed', [expect.stringMatching(sentence)]]);
    }
    expect(readdirSync(directory).filter((name) => name.startsWith('never'))).toEqual([]);
  });

  /** A copy of the backup with another log, whose manifest fits the files. */
  const rewritten = (name: string, statement: string): string =>
    changed(name, (copy) => {
      const db = new Database(join(copy, 'events.db'));
      expect(db.prepare(statement).run().changes).toBeGreaterThan(0);
      db.close();
      const bytes = readFileSync(join(copy, 'events.db'));
      const fresh = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
      const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as Pick<Manifest, 'files'>;
      const files = manifest.files.map((file) => (file.name === 'events.db' ? { ...file, ...fresh } : file));
      writeFileSync(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, files }));
    });
  it.each([
    [
      'data that was changed and can be read',
      `UPDATE events SET data = replace(data, '"name":"', '"name":"not ') WHERE type = 'WorkspaceCreated'`,
      [/^IT DOES NOT FIT: workspace-\S+@0.* does not fit the link of its append/],
    ],
    [
      'an id that stands twice',
      'UPDATE events SET event_id = (SELECT event_id FROM events WHERE position = 1) WHERE position = 2',
      [/^IT DOES NOT FIT: workspace-\S+@0 its id \S+ stands at an earlier event/, /does not fit the link/],
    ],
    [
      'an event that was taken off the end',
      'DELETE FROM events WHERE position = (SELECT max(position) FROM events)',
      [/have no link/, /^IT DOES NOT FIT: the end of the log \d+ events were counted, and \d+ can be read\.$/],
    ],
  ])('finds %s in the log, and restores nothing of it', async (what, statement, sentences) => {
    const copy = rewritten(what.replaceAll(' ', '-'), statement);
    for (const args of [
      ['backup', 'verify', copy],
      ['restore', copy, '--to', at('never')],
    ]) {
      const { exit, printed } = await run(...args);
      expect([exit, printed]).toEqual(['check_failed', sentences.map((each) => expect.stringMatching(each))]);
    }
    const { printed } = await run('backup', 'verify', copy, '--json');
    expect(JSON.parse(printed[0]!)).toMatchObject({ ok: false, misfit: expect.stringMatching(/^[^I].*\.$/) });
    expect(readdirSync(directory).filter((name) => name.startsWith('never'))).toEqual([]);
  });

  it('makes a backup of a log with a changed event and a lost key, and names both', async () => {
    const data = new EmbeddedDeployment(at('changed-log'));
    expect((await run('restore', BACKUP, '--to', data.dataDir)).exit).toBeUndefined();
    const db = new Database(join(data.dataDir, 'events.db'));
    db.exec(`UPDATE events SET metadata = replace(metadata, '"correlation_id":"', '"correlation_id":"x')
              WHERE position = (SELECT max(position) FROM events)`);
    db.close();
    await loseContactKeys(data, workspaceId);
    const { printed, exit } = await tell(['backup', at('of-changed-log')], data.env);
    expect([printed, exit]).toEqual([
      [
        expect.stringMatching(/^IT DOES NOT FIT: workspace-\S+@\d+.* does not fit the link of its append/),
        expect.stringMatching(/^NOT VERIFIED: personal data of 3 events of workspace \S+ cannot be opened, first /),
      ],
      'check_failed',
    ]);
    expect(readdirSync(at('of-changed-log'))).toContain('manifest.json');
  });

  it('makes a backup of damaged keys, and names their file', async () => {
    const data = new EmbeddedDeployment(at('damaged-keys'));
    expect((await run('restore', BACKUP, '--to', data.dataDir)).exit).toBeUndefined();
    emptyIndex(join(data.dataDir, 'keys.db'), 'sqlite_autoindex_personal_keys_1');
    const { printed, exit } = await tell(['backup', at('of-damaged-keys')], data.env);
    expect([printed[0], exit]).toEqual([
      expect.stringMatching(/^IT DOES NOT FIT: keys\.db is damaged/),
      'check_failed',
    ]);
  });

  it(
    'names the WAL of a killed service whose last commits are dropped, in the log and in a backup of it',
    async () => {
      const data = new EmbeddedDeployment(at('killed'));
      const service = await startService({ deployment: data });
      await TestWorkspace.make(service);
      const [, digest] = (await tell(['log', 'verify'], data.env)).printed;
      await service.kill();
      const wal = readFileSync(at('killed/events.db-wal'));
      wal[wal.length - 100]! ^= 1;
      writeFileSync(at('killed/events.db-wal'), wal);
      for (const command of [
        ['log', 'verify', '--known', digest!.replace('Digest ', '')],
        ['backup', at('of-killed')],
      ]) {
        const { printed, exit } = await tell(command, data.env);
        expect([printed[0], exit]).toEqual([
          expect.stringMatching(
            /^IT DOES NOT FIT: events\.db-wal is damaged: frame \d+ does not fit .*, 1 commit, once/,
          ),
          'check_failed',
        ]);
        if (command[0] === 'log')
          expect(printed[1]).toMatch(/the end of the log \d+ of the \d+ known events are missing/);
      }
    },
    RUN_MS,
  );

  it.each([
    ['a directory that is none', () => ['backup', 'verify', directory], 'not_found', /has no manifest\.json/],
    ['a directory that does not exist', () => ['restore', at('x'), '--to', at('y')], 'not_found', /is no backup/],
    ['a target that is not empty', () => ['restore', BACKUP, '--to', BACKUP], 'not_understood', /is not empty/],
    ['a backup that is there', () => ['backup', BACKUP], 'not_understood', /is not empty/],
    ['a file as target', () => ['backup', join(BACKUP, 'keys.db')], 'not_understood', /cannot be used/],
    [
      'other files under the name of its own unfinished one',
      () => {
        mkdirSync(at('taken.partial'));
        writeFileSync(at('taken.partial/notes.txt'), 'mine');
        return ['backup', at('taken')];
      },
      'not_understood',
      /taken\.partial holds notes\.txt/,
    ],
    [
      'a manifest of a newer version',
      () => [
        'restore',
        changed('newer', (copy) => writeFileSync(join(copy, 'manifest.json'), '{"format":2,"made_by":"9.0.0"}')),
        '--to',
        at('y'),
      ],
      'not_understood',
      /newer version of this program \(9\.0\.0\)/,
    ],
    [
      'a manifest that names other files',
      () => [
        'restore',
        changed('foreign', (copy) =>
          writeFileSync(join(copy, 'manifest.json'), '{"format":1,"events":1,"files":[{"name":"../x"}]}'),
        ),
        '--to',
        at('y'),
      ],
      'not_found',
      /is no backup: its manifest\.json is not that of one/,
    ],
    [
      'a manifest that is half written',
      () => ['backup', 'verify', changed('torn', (copy) => truncateSync(join(copy, 'manifest.json'), 40))],
      'not_found',
      /is no backup: its manifest\.json is not that of one/,
    ],
    [
      'a manifest that is empty',
      () => ['backup', 'verify', changed('emptied', (copy) => truncateSync(join(copy, 'manifest.json')))],
      'not_found',
      /is no backup: its manifest\.json is not that of one/,
    ],
    [
      'a backup whose file is missing',
      () => ['backup', 'verify', changed('lacking', (copy) => rmSync(join(copy, 'keys.db')))],
      'unavailable',
      /keys\.db/,
    ],
  ] as const)('refuses %s in one sentence', async (_what, args, exit, sentence) => {
    const before = readFileSync(join(BACKUP, 'manifest.json'));
    const told = await run(...args());
    expect(told).toEqual({ printed: [], exit, sentence: expect.stringMatching(sentence) });
    expect(readFileSync(join(BACKUP, 'manifest.json'))).toEqual(before);
    expect(existsSync(at('y'))).toBe(false);
    if (existsSync(at('taken.partial'))) expect(readdirSync(at('taken.partial'))).toEqual(['notes.txt']);
  });

  it('refuses EventStoreDB and MongoDB, and a data directory without a log', async () => {
    const distributed = {
      EVENTSTORE_URL: 'esdb://127.0.0.1:1',
      READMODEL_URL: 'mongodb://127.0.0.1:1/x',
      SECRETS_KEY: OTHER_KEY,
    };
    const servers = await tell(['backup', at('z')], distributed);
    expect([servers.exit, servers.sentence]).toEqual(['not_understood', expect.stringContaining('by their own tools')]);
    const empty = await tell(['backup', at('z')], { ...deployment.env, DATA_DIR: at('no-data') });
    expect([empty.exit, empty.sentence]).toEqual(['unavailable', expect.stringContaining('events.db')]);
    expect(readdirSync(directory).filter((name) => name.startsWith('z'))).toEqual([]);
  });
});
