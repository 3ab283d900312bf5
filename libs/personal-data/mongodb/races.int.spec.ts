import { MongoClient } from 'mongodb';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../../test/doubles/mongodb/server.js';
import { Calls } from '#read-model/mongodb';
import { type TestDatabase, testDatabase } from '../../read-model/mongodb/testing/database.js';
import { expectFound } from '../contract/index.js';
import { type PersonalKey, PersonalKeysError } from '../personal-keys.js';
import { newKey, type SecretsKeys, WorkspaceKeyWrapping } from '../wrapping.js';
import { KeyCollections } from './documents.js';
import { KeyFinder } from './key-finder.js';
import { KeyMaker } from './key-maker.js';
import { MongoPersonalKeys } from './mongo-personal-keys.js';
import { rewrapWorkspace } from './rewrap-workspace.js';
import { MongoSubjectKeys } from './subject-keys.js';
import { MongoWorkspaceKeys } from './workspace-keys.js';

const secrets: SecretsKeys = [newKey()];
const W = 'workspace';

/** The steps of one process are held up, so that another process does its work in between. */
describeWithMongoServer('Personal keys in MongoDB that two processes handle at once', () => {
  let server: MongoServerHandle;
  let database: TestDatabase;
  let client: MongoClient;
  let subjects: MongoSubjectKeys;
  let workspaces: MongoWorkspaceKeys;
  /** The other process. */
  let other: MongoPersonalKeys;

  beforeAll(async () => {
    server = await mongoServer();
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    database = testDatabase(server.url);
    client = new MongoClient(server.url);
    other = await MongoPersonalKeys.open({ url: database.url, database: database.name, secrets });
    const collections = new KeyCollections(client, database.name);
    const calls = new Calls({ succeeded: () => undefined, failed: () => undefined });
    subjects = new MongoSubjectKeys(calls, collections.subjects);
    workspaces = new MongoWorkspaceKeys(calls, collections.workspaces, new WorkspaceKeyWrapping(secrets));
  });
  afterEach(async () => {
    await other.close();
    await client.close();
    await database.drop();
  });

  /** A maker that does this instead of its first insertion of keys; the work is given that insertion. */
  const makerWith = (work: (insert: () => Promise<void>) => Promise<void>): KeyMaker => {
    let held: typeof work | undefined = work;
    return new KeyMaker(
      {
        present: (...args) => subjects.present(...args),
        replace: (...args) => subjects.replace(...args),
        discard: (...args) => subjects.discard(...args),
        give: (...args) => {
          const insert = (): Promise<void> => subjects.give(...args);
          const first = held ?? insert;
          held = undefined;
          return first(insert);
        },
      },
      workspaces,
    );
  };

  /** Wraps anew until the first page is looked for. */
  const beginRewrap = (): Promise<void> =>
    rewrapWorkspace(W, subjects, workspaces, () => {
      throw new Error('killed');
    }).catch((error: unknown) => expect(error).toEqual(new Error('killed')));

  /** Keys that were given out stay readable, whatever is done to them. */
  const expectKept = async (given: readonly PersonalKey[]): Promise<void> => {
    await expectFound(other, given);
    await other.rewrap(W);
    await expectFound(other, given);
    expect(await other.ensure(W, ['a'])).toEqual(given);
  };

  it('gives out no key that was inserted under a workspace key that is destroyed by then', async () => {
    await other.ensure(W, ['z']);
    const maker = makerWith(async (insert) => {
      await other.rewrap(W);
      await insert();
    });
    await expectKept(await maker.ensure(W, ['a']));
  });

  it('wraps a key that was inserted under a former workspace key, before it gives it out', async () => {
    await other.ensure(W, ['z']);
    const maker = makerWith(async (insert) => {
      await beginRewrap();
      await insert();
    });
    const given = await maker.ensure(W, ['a']);
    expect((await subjects.present(W, ['a'])).get('a')).toMatchObject({ generation: 2 });
    await expectKept(given);
  });

  it('replaces a key that nobody can unwrap: its process was killed right after it inserted it too late', async () => {
    await other.ensure(W, ['z']);
    const killed = new Error('killed');
    const maker = makerWith(async (insert) => {
      await other.rewrap(W);
      await insert();
      throw killed;
    });
    await expect(maker.ensure(W, ['a'])).rejects.toBe(killed);
    const [late] = (await subjects.present(W, ['a'])).values();
    expect(late).toMatchObject({ generation: 1 });
    const given = await other.ensure(W, ['a']);
    expect(given[0]!.id).not.toBe(late!.id);
    await expectKept(given);
    await expect(other.get([late!.id])).rejects.toThrow(PersonalKeysError);
  });

  it('gives out the key of the process that was faster', async () => {
    let faster: readonly PersonalKey[] = [];
    const maker = makerWith(async (insert) => {
      faster = await other.ensure(W, ['a', 'b']);
      await insert();
    });
    expect(await maker.ensure(W, ['b', 'a'])).toEqual([...faster].reverse());
  });

  it('reads keys that are wrapped anew between the reads of keys and of workspace keys', async () => {
    const given = await other.ensure(W, ['a', 'b']);
    let rewraps = 0;
    const find: MongoWorkspaceKeys['find'] = async (ids) => {
      if (rewraps < 2) {
        rewraps += 1;
        await other.rewrap(W);
      }
      return workspaces.find(ids);
    };
    const finder = new KeyFinder(
      subjects,
      { find },
      async () => undefined,
      async () => false,
    );
    await expectFound(finder, given);
    expect(rewraps).toBe(2);
  });

  it('reports a key whose workspace key is gone, and does not take it for shredded', async () => {
    const [given] = await other.ensure(W, ['a']);
    await database.using((db) => db.collection('workspace_keys').deleteMany({}));
    await expect(other.get([given!.id])).rejects.toThrow(
      new PersonalKeysError(`The store of personal keys lacks the workspace's key that wraps the key ${given!.id}.`),
    );
  });

  it('continues a wrapping anew that was interrupted, and does not begin another one', async () => {
    const given = await other.ensure(W, ['a']);
    await beginRewrap();
    await other.rewrap(W);
    expect((await subjects.present(W, ['a'])).get('a')).toMatchObject({ generation: 2 });
    await expectFound(other, given);
  });
});
