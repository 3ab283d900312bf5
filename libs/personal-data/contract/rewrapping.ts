import { PersonalKeysError, PersonalKeysUnavailableError } from '../personal-keys.js';
import { shredSubjects } from '../testing/index.js';
import { type Connect, expectFound, expectShredded, idsOf, MANY, NEW, newWorkspace, OLD, subjects } from './subject.js';

/** Keys that are wrapped anew when SECRETS_KEY is exchanged. */
export function rewrapping(connect: Connect): void {
  describe('wrapping anew', () => {
    it('keeps ids and keys, and needs the former SECRETS_KEY no more', async () => {
      const workspace = newWorkspace();
      const made = await (await connect([OLD])).ensure(workspace, subjects(4));
      const store = await connect([NEW, OLD]);
      await shredSubjects(store, workspace, ['contact:0']);
      await store.rewrap(workspace);
      const alone = await connect([NEW]);
      for (const each of [store, alone]) {
        await expectFound(each, made.slice(1));
        await expectShredded(each, made.slice(0, 1));
        expect(await each.ensure(workspace, ['contact:3', 'contact:1'])).toEqual([made[3], made[1]]);
      }
      const [again] = await alone.ensure(workspace, ['contact:0']);
      expect(idsOf(made)).not.toContain(again!.id);
      await expectFound(store, [again!]);
    });

    it('leaves nothing to the former SECRETS_KEY, nor any other workspace changed', async () => {
      const [workspace, another] = [newWorkspace(), newWorkspace()];
      const old = await connect([OLD]);
      const [made] = await old.ensure(workspace, ['contact:0']);
      const kept = await old.ensure(another, ['contact:0']);
      await (await connect([NEW, OLD])).rewrap(workspace);
      await expect(old.get([made!.id])).rejects.toThrow(PersonalKeysError);
      await expect(old.ensure(workspace, ['contact:0'])).rejects.toThrow(PersonalKeysError);
      await expectFound(old, kept);
      await expect((await connect([NEW])).get(idsOf(kept))).rejects.toThrow(PersonalKeysError);
    });

    it('passes over a workspace without a key, which may get one later', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      await store.rewrap(workspace);
      await expectFound(store, await store.ensure(workspace, subjects(2)));
    });

    it('may be repeated under the same SECRETS_KEY', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const made = await store.ensure(workspace, subjects(MANY));
      await store.rewrap(workspace);
      await store.rewrap(workspace);
      await expectFound(await connect(), made);
    });

    it('loses no key that other connections make, read, shred or wrap anew meanwhile', async () => {
      const workspace = newWorkspace();
      const [first, second, third] = [await connect([NEW, OLD]), await connect([NEW, OLD]), await connect([OLD, NEW])];
      const made = await third.ensure(workspace, subjects(MANY));
      let rewrapped = false;
      const rewraps = Promise.all([first.rewrap(workspace), second.rewrap(workspace)]).then(() => (rewrapped = true));
      const lived = [];
      let round = 0;
      do {
        lived.push(...(await third.ensure(workspace, subjects(3, MANY + 3 * round))));
        await shredSubjects(second, workspace, [`contact:${round}`]);
        round += 1;
        await expectShredded(third, made.slice(0, round));
        await expectFound(third, made.slice(-50));
      } while (!rewrapped && round < 50);
      await rewraps;
      for (const each of [first, third, await connect([OLD, NEW])]) {
        await expectFound(each, [...made.slice(round), ...lived]);
        await expectShredded(each, made.slice(0, round));
      }
      await first.rewrap(workspace);
      await expectFound(await connect([NEW]), [...made.slice(round), ...lived]);
    });

    it('may be interrupted: every key can be read then, and repeating it completes it', async () => {
      const workspace = newWorkspace();
      const made = await (await connect([OLD])).ensure(workspace, subjects(MANY));
      const interrupted = await connect([NEW, OLD]);
      const rewrap = interrupted.rewrap(workspace).catch((error: unknown) => error);
      await interrupted.close();
      const error = await rewrap;
      if (error !== undefined) expect(error).toBeInstanceOf(PersonalKeysUnavailableError);
      const store = await connect([NEW, OLD]);
      await expectFound(store, made);
      expect(await store.ensure(workspace, subjects(MANY))).toEqual(made);
      await store.rewrap(workspace);
      await expectFound(await connect([NEW]), made);
    });
  });
}
