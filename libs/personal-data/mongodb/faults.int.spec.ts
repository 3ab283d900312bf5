import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { proxied } from '../../../test/support/engines/mongodb-url.js';
import type { Fate, TcpProxy } from '../../../test/support/proxy.js';
import { until } from '../../../test/support/until.js';
import { type TestDatabase, testDatabase } from '../../read-model/mongodb/testing/database.js';
import { isWrite } from '../../read-model/mongodb/testing/is-write.js';
import { WatchedCommands } from '../../read-model/mongodb/testing/watched-commands.js';
import { expectFound, expectShredded } from '../contract/index.js';
import { PersonalKeysError, PersonalKeysOpenError, PersonalKeysUnavailableError } from '../personal-keys.js';
import { shredSubjects } from '../testing/index.js';
import { newKey, type SecretsKeys } from '../wrapping.js';
import { MongoPersonalKeys } from './mongo-personal-keys.js';

const [OLD, NEW] = [newKey(), newKey()];
const SUBJECTS = ['contact:1', 'contact:2', 'calls:2026-01-02'];

describeWithMongoServer('Personal keys in MongoDB', () => {
  let server: MongoServerHandle;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let throughProxy: string;

  beforeAll(async () => {
    server = await mongoServer();
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    const through = await proxied(server.url);
    proxy = through.proxy;
    throughProxy = through.url;
    database = testDatabase(server.url, '?monitorCommands=true');
  });
  afterEach(async () => {
    await database.drop();
    await proxy.stop();
  });

  const open = (secrets: SecretsKeys, url = database.url): Promise<MongoPersonalKeys> =>
    MongoPersonalKeys.open({ url, database: database.name, secrets, openTimeoutMs: 5_000 });

  /** Every document of the store, as text. */
  const stored = (): Promise<string> =>
    database.using(async (db) => {
      const found = await Promise.all(
        ['personal_keys', 'workspace_keys'].map((name) => db.collection(name).find().toArray()),
      );
      return JSON.stringify(found);
    });

  /** The wrapped keys of subjects and of workspaces that the store holds. */
  const wrapped = async (): Promise<string[]> =>
    [...(await stored()).matchAll(/"wrapped":"([^"]+)"/g)].map(([, text]) => text!);

  it('hold no wrapped key of what was shredded, nor what was wrapped before it was wrapped anew', async () => {
    const store = await open([OLD]);
    try {
      await store.ensure('w', SUBJECTS);
      const before = await wrapped();
      expect(before).toHaveLength(4);
      await store.rewrap('w');
      const after = await wrapped();
      expect(after).toHaveLength(4);
      expect(after.filter((text) => before.includes(text))).toEqual([]);
      await shredSubjects(store, 'w', SUBJECTS.slice(0, 2));
      expect(await wrapped()).toHaveLength(2);
      await store.shredWorkspace('w');
      const [left, ...more] = await wrapped();
      expect(more).toEqual([]);
      // The key of the third subject, whose workspace key is gone.
      expect(after).toContain(left);
    } finally {
      await store.close();
    }
  });

  it('are asked of the primary of a majority once more, before an id is called unknown', async () => {
    const store = await open([OLD]);
    try {
      const commands = new WatchedCommands();
      commands.watch(store);
      await expect(store.get(['ab'.repeat(16)])).rejects.toThrow(PersonalKeysError);
      // The last question: whether the loss of its key was accepted.
      expect([commands.count('update'), commands.count('find')]).toEqual([1, 3]);
      expect(commands.weak()).toEqual([]);
    } finally {
      await store.close();
    }
  });

  it.each<[string, Fate]>([
    ['cut before the server has it', 'cut'],
    ['cut before its answer', 'lose answer'],
  ])(
    'stay readable whichever write of making, shredding and wrapping anew is %s',
    async (_how, fate) => {
      const direct = await open([NEW, OLD]);
      const shredding = ['contact:gone'];
      try {
        for (let n = 1; ; n += 1) {
          const workspace = `w${n}`;
          const first = await open([OLD]);
          const made = await first.ensure(workspace, [...SUBJECTS, ...shredding]);
          await first.close();
          const store = await open([NEW, OLD], throughProxy);
          let writes = 0;
          proxy.watch((chunk) => {
            if (!isWrite(chunk)) return 'pass';
            writes += 1;
            // Behind the first fault the process is dead.
            return writes < n ? 'pass' : writes === n ? fate : 'cut';
          });
          const work = async (each: MongoPersonalKeys): Promise<void> => {
            await each.ensure(workspace, ['contact:new']);
            await shredSubjects(each, workspace, shredding);
            await each.rewrap(workspace);
          };
          const error: unknown = await work(store).catch((reason: unknown) => reason);
          proxy.watch();
          await store.close();
          await expectFound(direct, made.slice(0, 3));
          expect(await direct.ensure(workspace, SUBJECTS)).toEqual(made.slice(0, 3));
          const [added] = await direct.ensure(workspace, ['contact:new']);

          await work(direct);
          const alone = await open([NEW]);
          await expectFound(alone, [...made.slice(0, 3), added!]);
          await expectShredded(alone, made.slice(3));
          await alone.close();
          if (writes < n) {
            expect(error).toBeUndefined();
            // Of the key, its workspace's new key, the rewrapped keys, the former key; of the shredding and its count.
            expect(n).toBeGreaterThan(5);
            break;
          }
          expect(error).toBeInstanceOf(PersonalKeysUnavailableError);
        }
      } finally {
        await direct.close();
      }
    },
    60_000,
  );

  it('are unavailable while no server answers, and recover', async () => {
    const store = await open([OLD], throughProxy);
    try {
      const made = await store.ensure('w', SUBJECTS);
      expect(store.health().detail).toBeUndefined();
      proxy.refuse();
      proxy.cut();
      const error: unknown = await store.get([made[0]!.id]).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(PersonalKeysUnavailableError);
      expect((error as Error).message).toMatch(/^The personal keys in MongoDB cannot be used now: /);
      await until('health names it', () => store.health().detail?.includes('ECONNREFUSED') === true);
      await proxy.accept();
      await until('health is green', () => store.health().detail === undefined);
      await expectFound(store, made);
    } finally {
      await store.close();
    }
  }, 60_000);

  it('are not opened without a server, or with a URL that asks for less than they need', async () => {
    proxy.refuse();
    const opening = MongoPersonalKeys.open({
      ...{ url: throughProxy, database: database.name, secrets: [OLD], openTimeoutMs: 300 },
    });
    const error: unknown = await opening.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PersonalKeysOpenError);
    expect((error as Error).message).toMatch(/^MongoDB cannot be reached at 127\.0\.0\.1:\d+ within 0\.3 s: .*\.$/);
    await expect(open([OLD], `${server.url}/?w=1`)).rejects.toThrow(
      /^The URL of the personal keys must not set w to anything but majority/,
    );
  });
});
