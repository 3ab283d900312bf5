import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../../test/doubles/mongodb/server.js';
import { undoAfterEach } from '../event-store/sqlite/testing/temporary-directory.js';
import { testDatabase } from '../read-model/mongodb/testing/database.js';
import { expectFound, expectShredded, NEW, newWorkspace, OLD, subjects, UNKNOWN_ID } from './contract/subject.js';
import { type KeyCopy, type KeyRecords, NotTheseKeysError } from './key-records.js';
import { MongoKeyRecords, MongoPersonalKeys } from './mongodb/index.js';
import type { PersonalKeys } from './personal-keys.js';
import { foundIn, wrappedIn } from './sqlite/testing/files.js';
import { SqliteKeyCopy, SqliteKeyRecords, SqlitePersonalKeys } from './sqlite/index.js';
import type { SecretsKeys } from './wrapping.js';

/** A store of keys of either kind, for one test. */
interface Store {
  open(secrets: SecretsKeys): Promise<PersonalKeys>;
  records(): Promise<KeyRecords>;
  copy(): Promise<KeyCopy>;
}

const DAY = '2031-03-03';
const NEVER = new AbortController().signal;

describeWithMongoServer('a copy of a store of keys', () => {
  const undo = undoAfterEach();
  let server: MongoServerHandle;

  beforeAll(async () => {
    server = await mongoServer();
  });
  afterAll(() => server.stop());

  const inFile = (): Store & { readonly directory: string } => {
    const directory = mkdtempSync(join(tmpdir(), 'keys-copy-'));
    undo(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'keys.db');
    return {
      directory,
      open: (secrets) => SqlitePersonalKeys.open({ file, secrets }),
      records: async () => SqliteKeyRecords.of(file),
      copy: async () => SqliteKeyCopy.open(file),
    };
  };
  const inMongoDb = (): Store => {
    const made = testDatabase(server.url);
    undo(() => made.drop());
    const { name: database, url } = made;
    return {
      open: (secrets) => MongoPersonalKeys.open({ url, database, secrets }),
      records: () => MongoKeyRecords.open({ url, database }),
      copy: () => MongoKeyRecords.open({ url, database }),
    };
  };

  const using = async <Result>(store: Store, work: (keys: PersonalKeys) => Promise<Result>): Promise<Result> => {
    const keys = await store.open([OLD]);
    try {
      return await work(keys);
    } finally {
      await keys.close();
    }
  };
  const copied = async (from: Store, to: Store): Promise<number> => {
    const [records, copy] = [await from.records(), await to.copy()];
    try {
      return await copy.take(records, NEVER);
    } finally {
      await records.close();
      await copy.close();
    }
  };

  describe.each([
    ['a file', 'a file', inFile, inFile],
    ['a file', 'MongoDB', inFile, inMongoDb],
    ['MongoDB', 'a file', inMongoDb, inFile],
    ['MongoDB', 'MongoDB', inMongoDb, inMongoDb],
  ] as const)('from %s into %s', (_from, _to, makeSource, makeTarget) => {
    it('has every key by its id, what was shredded, and gives the same present keys', async () => {
      const [source, target] = [makeSource(), makeTarget()];
      const [floor, gone] = [newWorkspace(), newWorkspace()];
      const calls = `calls:${DAY}`;
      const before = await using(source, async (keys) => {
        const many = await keys.ensure(floor, subjects(1_100));
        const [day] = await keys.ensure(floor, [calls]);
        const deleted = await keys.ensure(gone, subjects(2));
        await keys.shredKeys(floor, new Map([['contact:3', many[3]!.id]]));
        const [again] = await keys.ensure(floor, ['contact:3']);
        await keys.shredWorkspace(gone);
        return { many, day: day!, deleted, again: again!, state: await keys.inspect(), count: await keys.shreddings() };
      });

      expect(await copied(source, target)).toBe(1_104);

      await using(target, async (keys) => {
        const { many, day, again } = before;
        expect(await keys.inspect()).toEqual(before.state);
        expect(await keys.shreddings()).toBeGreaterThanOrEqual(before.count);
        const kept = many.filter((_, n) => n !== 3);
        await expectFound(keys, [...kept, day, again]);
        await expectShredded(keys, [many[3]!, ...before.deleted]);
        expect(await keys.ensure(floor, ['contact:3', 'contact:4', calls])).toEqual([again, many[4], day]);
        await expect(keys.ensure(gone, ['contact:9'])).rejects.toThrow('was shredded');
        await expect(keys.get([UNKNOWN_ID])).rejects.toThrow('has no key');
        expect(await keys.shredDays('calls', '2031-03-04')).toBe(1);
        await expectShredded(keys, [day]);
      });
    });

    it('may be repeated: it has the keys made since, and not those shredded since', async () => {
      const [source, target] = [makeSource(), makeTarget()];
      const floor = newWorkspace();
      const [first, second] = await using(source, (keys) => keys.ensure(floor, subjects(2)));
      await copied(source, target);
      const third = await using(source, async (keys) => {
        await keys.shredKeys(floor, new Map([['contact:0', first!.id]]));
        return (await keys.ensure(floor, ['contact:2']))[0]!;
      });
      await copied(source, target);
      await using(target, async (keys) => {
        await expectShredded(keys, [first!]);
        await expectFound(keys, [second!, third]);
      });
    });

    it('opens with the SECRETS_KEY that it was wrapped under last, and is wrapped anew like its original', async () => {
      const [source, target] = [makeSource(), makeTarget()];
      const floor = newWorkspace();
      const keys = await using(source, (store) => store.ensure(floor, subjects(3)));
      const both = await source.open([NEW, OLD]);
      await both.rewrap(floor);
      await both.close();
      await copied(source, target);
      const opened = await target.open([NEW]);
      await expectFound(opened, keys);
      await opened.close();
      const back = await target.open([OLD, NEW]);
      await back.rewrap(floor);
      await expectFound(back, keys);
      expect(await back.isWrappedNewest(floor)).toBe(true);
      await back.close();
    });

    it('of one workspace comes beside those of others, and is repeated by what has changed', async () => {
      const [source, target] = [makeSource(), makeTarget()];
      const [floor, stays, home] = [newWorkspace(), newWorkspace(), newWorkspace()];
      const [many, others] = await using(source, async (keys) => {
        return [await keys.ensure(floor, subjects(700)), await keys.ensure(stays, subjects(3))];
      });
      await using(source, (keys) => keys.shredKeys(floor, new Map([['contact:3', many[3]!.id]])));
      const there = await using(target, (keys) => keys.ensure(home, subjects(2)));
      const [records, copy] = [await source.records(), await target.copy()];
      undo(() => records.close());
      undo(() => copy.close());

      expect(await copy.takeWorkspace(records, floor, NEVER)).toBe(700);
      const service = await target.open([OLD]);
      undo(() => service.close());
      await expectShredded(service, [many[3]!]);
      await expectFound(service, [many[0]!, many[699]!, ...there]);
      await expect(service.get([others[0]!.id])).rejects.toThrow('has no key');
      const before = await service.shreddings();

      const again = await using(source, async (keys) => {
        await keys.shredKeys(floor, new Map([['contact:5', many[5]!.id]]));
        return keys.ensure(floor, ['contact:5', 'contact:800']);
      });
      expect(await copy.takeWorkspace(records, floor, NEVER)).toBe(702);
      await expectShredded(service, [many[5]!]);
      await expectFound(service, [...again, many[6]!, ...there]);
      expect(await service.shreddings()).toBeGreaterThan(before);
      expect(await service.ensure(floor, ['contact:5', 'contact:6'])).toEqual([again[0], many[6]]);

      const rewrapping = await source.open([NEW, OLD]);
      await rewrapping.rewrap(floor);
      await rewrapping.close();
      expect(await copy.takeWorkspace(records, floor, NEVER)).toBe(702);
      const newest = await target.open([NEW]);
      undo(() => newest.close());
      await expectFound(newest, [...again, many[6]!]);
      await expectShredded(newest, [many[3]!, many[5]!]);

      const anew = await target.copy();
      undo(() => anew.close());
      expect(await anew.takeWorkspace(records, floor, NEVER)).toBe(702);
      await expectFound(newest, [...again, many[6]!]);
      await expectFound(service, there);
    });

    it('is refused where other keys are, which stay', async () => {
      const [source, target] = [makeSource(), makeTarget()];
      const [floor, other] = [newWorkspace(), newWorkspace()];
      await using(source, (keys) => keys.ensure(floor, subjects(1)));
      const there = await using(target, (keys) => keys.ensure(other, subjects(1)));
      await expect(copied(source, target)).rejects.toThrow(NotTheseKeysError);
      await using(target, (keys) => expectFound(keys, there));
    });
  });

  it.each([
    ['a file', inFile],
    ['MongoDB', inMongoDb],
  ] as const)(
    'of %s does not keep its service from shredding, and is refused while keys are wrapped anew',
    async (_name, make) => {
      const [source, target] = [make(), inFile()];
      const floor = newWorkspace();
      const service = await source.open([NEW, OLD]);
      undo(() => service.close());
      const keys = await service.ensure(floor, subjects(600));
      const [records, copy] = [await source.records(), await target.copy()];
      undo(() => records.close());
      undo(() => copy.close());
      const during = (work: () => Promise<void>): KeyRecords => ({
        store: () => records.store(),
        workspaces: () => records.workspaces(),
        close: () => records.close(),
        keys: async function* () {
          let isDone = false;
          for await (const page of records.keys()) {
            yield page;
            if (!isDone) await work();
            isDone = true;
          }
        },
      });
      const shred = () => service.shredKeys(floor, new Map([['contact:7', keys[7]!.id]]));
      expect(await copy.take(during(shred), NEVER)).toBe(600);
      const rewrap = copy.take(
        during(() => service.rewrap(floor)),
        NEVER,
      );
      await expect(rewrap).rejects.toThrow(`The keys of workspace ${floor} are being wrapped anew`);
      expect(await copy.take(records, NEVER)).toBe(600);
      await copy.close();
      const opened = await target.open([NEW]);
      undo(() => opened.close());
      await expectShredded(opened, [keys[7]!]);
      await expectFound(opened, [keys[6]!, keys[599]!]);
    },
  );

  it('leaves no bytes of a key in the files that was shredded since the last copy', async () => {
    const [source, target] = [inFile(), inFile()];
    const floor = newWorkspace();
    const [key] = await using(source, (keys) => keys.ensure(floor, subjects(1)));
    await copied(source, target);
    const wrapped = [...wrappedIn(join(target.directory, 'keys.db'), 'personal_keys').values()];
    expect(foundIn(target.directory, wrapped)).toBe(1);
    await using(source, (keys) => keys.shredKeys(floor, new Map([['contact:0', key!.id]])));
    await copied(source, target);
    expect(foundIn(target.directory, wrapped)).toBe(0);
  });
});
