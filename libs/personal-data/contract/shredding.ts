import { type PersonalKey, PersonalKeysError } from '../personal-keys.js';
import { shredSubjects } from '../testing/index.js';
import {
  type Connect,
  expectFound,
  expectShredded,
  idsOf,
  MANY,
  newWorkspace,
  subjects,
  UNKNOWN_ID,
} from './subject.js';

/** Keys that are destroyed. */
export function shredding(connect: Connect): void {
  describe('shredding', () => {
    it('destroys these keys for every connection and for good, and no other key', async () => {
      const [workspace, another] = [newWorkspace(), newWorkspace()];
      const store = await connect();
      const other = await connect();
      const made = await store.ensure(workspace, subjects(4));
      const same = await store.ensure(another, subjects(4));
      await expectFound(other, made);
      await shredSubjects(store, workspace, ['contact:1', 'contact:3', 'contact:1']);
      await store.close();
      for (const each of [other, await connect()]) {
        await expectShredded(each, [made[1]!, made[3]!]);
        await expectFound(each, [made[0]!, made[2]!, ...same]);
        expect(await each.get([made[0]!.id, made[1]!.id])).toEqual([made[0]!.key, 'shredded']);
      }
    });

    it('leaves a subject that gets a new key, with another id, when it is asked for again', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const [first, kept] = await store.ensure(workspace, subjects(2));
      await shredSubjects(store, workspace, ['contact:0']);
      const [second, still] = await store.ensure(workspace, subjects(2));
      expect(still).toEqual(kept);
      expect(second!.id).not.toBe(first!.id);
      expect(second!.key).not.toEqual(first!.key);
      await expectFound(store, [second!, kept!]);
      await expectShredded(store, [first!]);
      expect(await store.ensure(workspace, ['contact:0'])).toEqual([second]);
    });

    it('leaves the key that a subject was given since, when it is repeated or arrives late', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const [first, other] = await store.ensure(workspace, subjects(2));
      const keys = new Map([['contact:0', first!.id]]);
      await store.shredKeys(workspace, keys);
      await expectShredded(store, [first!]);
      const [second] = await store.ensure(workspace, subjects(1));
      await store.shredKeys(workspace, keys);
      await expectFound(await connect(), [second!, other!]);
      await store.shredKeys(workspace, keys.set('contact:1', other!.id));
      await expectFound(await connect(), [second!]);
      await expectShredded(store, [first!, other!]);
    });

    it('destroys each key that a subject is given in turn', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const made: PersonalKey[] = [];
      for (let life = 0; life < 3; life += 1) {
        made.push(...(await store.ensure(workspace, ['contact:0'])));
        await shredSubjects(store, workspace, ['contact:0']);
      }
      expect(new Set(idsOf(made)).size).toBe(3);
      await expectShredded(await connect(), made);
    });

    it('passes over what has no key, and what is shredded already', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      await store.shredKeys(workspace, new Map([['contact:0', UNKNOWN_ID]]));
      await store.shredKeys(workspace, new Map());
      const made = await store.ensure(workspace, subjects(2));
      const keys = new Map([['contact:0', made[0]!.id]]);
      await store.shredKeys(workspace, new Map([...keys, ['contact:7', UNKNOWN_ID]]));
      await store.shredKeys(workspace, keys);
      await expectShredded(store, [made[0]!]);
      await expectFound(store, [made[1]!]);
      await expect(store.get([UNKNOWN_ID])).rejects.toThrow(PersonalKeysError);
    });

    it('destroys many keys in one call', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const made = await store.ensure(workspace, subjects(MANY));
      await shredSubjects(store, workspace, subjects(MANY - 1));
      await expectShredded(store, made.slice(0, -1));
      await expectFound(store, made.slice(-1));
    });

    it('is counted for every connection, and nothing else is', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const other = await connect();
      const before = await other.shreddings();
      await store.ensure(workspace, subjects(3));
      expect(await other.shreddings()).toBe(before);
      await shredSubjects(store, workspace, ['contact:0']);
      const once = await other.shreddings();
      expect(once).toBeGreaterThan(before);
      await store.ensure(workspace, ['contact:0']);
      await store.rewrap(workspace);
      expect(await other.shreddings()).toBe(once);
      await shredSubjects(store, workspace, ['contact:1', 'contact:2']);
      const twice = await other.shreddings();
      expect(twice).toBeGreaterThan(once);
      await Promise.all([store.close(), other.close()]);
      const again = await connect();
      expect(await again.shreddings()).toBe(twice);
      await again.shredWorkspace(workspace);
      expect(await again.shreddings()).toBeGreaterThan(twice);
    });

    it('leaves no key behind, and loses none, while another connection asks for keys of the subject', async () => {
      const workspace = newWorkspace();
      const [store, other] = [await connect(), await connect()];
      const seen: PersonalKey[] = [];
      for (let round = 0; round < 10; round += 1) {
        const [named] = await store.ensure(workspace, ['contact:0']);
        const [made] = await Promise.all([
          other.ensure(workspace, ['contact:0', 'contact:1']),
          store.shredKeys(workspace, new Map([['contact:0', named!.id]])),
        ]);
        seen.push(named!, made[0]!);
        await expectShredded(store, [named!]);
        // The other connection got the named key, or one that followed it.
        await expectFound(store, made[0]!.id === named!.id ? [made[1]!] : made);
      }
      await shredSubjects(other, workspace, ['contact:0']);
      await expectShredded(store, seen);
    });
  });
}
