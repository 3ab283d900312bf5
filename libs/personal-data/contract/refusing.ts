import { PersonalKeysError, PersonalKeysUnavailableError } from '../personal-keys.js';
import { shredSubjects } from '../testing/index.js';
import { type Connect, expectFound, expectShredded, NEW, newWorkspace, OLD, subjects, UNKNOWN_ID } from './subject.js';

/** Calls that fail, and change nothing. */
export function refusing(connect: Connect): void {
  /** Expects a PersonalKeysError of one sentence that says this. */
  const refused = async (call: Promise<unknown>, what: RegExp): Promise<void> => {
    const error: unknown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(PersonalKeysError);
    expect((error as Error).message).toMatch(/^[A-Z][^\n]*[^.\n]\.$/);
    expect((error as Error).message).toMatch(what);
  };

  describe('an id that was never made here', () => {
    it('is an error, and never taken for shredded', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const [made] = await store.ensure(workspace, ['contact:0']);
      await refused(store.get([UNKNOWN_ID]), new RegExp(`no key ${UNKNOWN_ID}`));
      await refused(store.get([made!.id, UNKNOWN_ID]), new RegExp(`no key ${UNKNOWN_ID}`));
      for (const text of ['', 'zz', `${made!.id}00`, made!.id.slice(2)]) await refused(store.get([text]), /no key/);
      await shredSubjects(store, workspace, ['contact:0']);
      await store.shredWorkspace(workspace);
      await refused(store.get([UNKNOWN_ID]), new RegExp(`no key ${UNKNOWN_ID}`));
    });
  });

  describe('the loss of another store, once it is accepted,', () => {
    it('counts for ids that were never made here: for every connection, for good, and for no other id', async () => {
      const workspace = newWorkspace();
      const [store, other] = [await connect(), await connect()];
      const made = await store.ensure(workspace, subjects(2));
      const lost = UNKNOWN_ID;
      await store.acceptLoss();
      await store.acceptLoss();
      await store.close();
      for (const each of [other, await connect()]) {
        expect(await each.get([made[1]!.id, lost, made[0]!.id])).toEqual([made[1]!.key, 'shredded', made[0]!.key]);
        await refused((await connect([NEW])).get([made[0]!.id]), /^SECRETS_KEY does not hold /);
      }
    });
  });

  describe('another SECRETS_KEY', () => {
    it('opens no key and makes none for the workspace, and changes nothing', async () => {
      const workspace = newWorkspace();
      const store = await connect([OLD]);
      const made = await store.ensure(workspace, subjects(2));
      const wrong = await connect([NEW]);
      const what = new RegExp(`^SECRETS_KEY does not hold .* workspace ${workspace} `);
      await refused(wrong.get([made[0]!.id]), what);
      await refused(wrong.ensure(workspace, ['contact:0']), what);
      await refused(wrong.ensure(workspace, ['contact:0', 'contact:5']), what);
      await refused(wrong.ensure(workspace, ['contact:5']), what);
      await refused(wrong.rewrap(workspace), what);
      await expectFound(store, made);
      expect(await store.ensure(workspace, subjects(2))).toEqual(made);
      await expectFound(store, await store.ensure(workspace, ['contact:5']));
    });

    it('knows what was shredded all the same, and shreds', async () => {
      const workspace = newWorkspace();
      const store = await connect([OLD]);
      const made = await store.ensure(workspace, subjects(2));
      const wrong = await connect([NEW]);
      await shredSubjects(wrong, workspace, ['contact:0']);
      await expectShredded(wrong, [made[0]!]);
      await expectFound(store, [made[1]!]);
      await wrong.shredWorkspace(workspace);
      await expectShredded(store, made);
    });

    it('is no other one if it holds the key of that time, wherever that stands', async () => {
      const workspace = newWorkspace();
      const made = await (await connect([OLD, NEW])).ensure(workspace, subjects(2));
      const store = await connect([NEW, OLD]);
      await expectFound(store, made);
      const more = await store.ensure(workspace, subjects(3));
      expect(more.slice(0, 2)).toEqual(made);
      await expectFound(await connect([OLD]), more);
    });

    it('wraps a new workspace with its first key', async () => {
      const workspace = newWorkspace();
      const made = await (await connect([NEW, OLD])).ensure(workspace, ['contact:0']);
      await expectFound(await connect([NEW]), made);
      await refused((await connect([OLD])).get([made[0]!.id]), /^SECRETS_KEY does not hold /);
    });
  });

  describe('a closed store', () => {
    it('has finished what was under way, and is unavailable', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const asked = [store.ensure(workspace, subjects(3)), store.ensure(workspace, subjects(3))];
      await store.close();
      await store.close();
      const [made, same] = await Promise.all(asked);
      expect(same).toEqual(made);
      for (const call of [
        () => store.ensure(workspace, ['contact:0']),
        () => store.get([made![0]!.id]),
        () => store.shredWorkspace(workspace),
        () => store.rewrap(workspace),
        () => store.shreddings(),
        () => store.keyIds(workspace, ['contact:0']),
        () => store.shredKeys(workspace, new Map([['contact:0', made![0]!.id]])),
        () => store.inspect(),
        () => store.acceptLoss(),
      ]) {
        await expect(call()).rejects.toThrow(PersonalKeysUnavailableError);
      }
      await expectFound(await connect(), made!);
    });
  });
}
