import { shredSubjects } from '../testing/index.js';
import { type Connect, MANY, NEW, newWorkspace, OLD, subjects } from './subject.js';

/** What a store says of itself, and of its keys without opening them. */
export function inspecting(connect: Connect): void {
  describe('a store', () => {
    it('has an id of its own, for every connection and for good', async () => {
      const [store, other] = [await connect(), await connect()];
      const { id } = await store.inspect();
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      await store.ensure(newWorkspace(), ['contact:0']);
      await store.close();
      for (const each of [other, await connect([NEW])]) expect((await each.inspect()).id).toBe(id);
    });

    it('counts the workspaces that SECRETS_KEY opens and those that it does not, but no shredded ones', async () => {
      const store = await connect([OLD]);
      const { id } = await store.inspect();
      expect(await store.inspect()).toEqual({ id, opened: 0, unopened: 0 });
      const [first, second, third] = [newWorkspace(), newWorkspace(), newWorkspace()];
      for (const workspace of [first, second, third]) await store.ensure(workspace, subjects(2));
      expect(await store.inspect()).toEqual({ id, opened: 3, unopened: 0 });
      const newer = await connect([NEW, OLD]);
      await newer.rewrap(first);
      expect(await newer.inspect()).toEqual({ id, opened: 3, unopened: 0 });
      expect(await store.inspect()).toEqual({ id, opened: 2, unopened: 1 });
      expect(await (await connect([NEW])).inspect()).toEqual({ id, opened: 1, unopened: 2 });
      await store.shredWorkspace(second);
      expect(await (await connect([NEW])).inspect()).toEqual({ id, opened: 1, unopened: 1 });
    });
  });

  describe('a workspace', () => {
    it('is wrapped under the first key of SECRETS_KEY, or not until it is wrapped anew', async () => {
      const workspace = newWorkspace();
      const [old, newer] = [await connect([OLD]), await connect([NEW, OLD])];
      const answers = () => Promise.all([old, newer].map((each) => each.isWrappedNewest(workspace)));
      expect(await answers()).toEqual([true, true]);
      await old.ensure(workspace, subjects(2));
      expect(await answers()).toEqual([true, false]);
      await newer.rewrap(workspace);
      expect(await answers()).toEqual([false, true]);
      await newer.shredWorkspace(workspace);
      expect(await answers()).toEqual([true, true]);
    });
  });

  describe('subjects with keys', () => {
    it('are those with a present key, in their order, whatever SECRETS_KEY is, and none gets one', async () => {
      const [workspace, another] = [newWorkspace(), newWorkspace()];
      const store = await connect();
      await store.ensure(workspace, ['contact:a', 'contact:b', 'contact:c']);
      await shredSubjects(store, workspace, ['contact:b']);
      const asked = ['contact:c', 'contact:none', 'contact:b', 'contact:a'];
      const before = await store.shreddings();
      for (const each of [store, await connect([NEW])]) {
        expect([...(await each.keyIds(workspace, asked)).keys()]).toEqual(['contact:c', 'contact:a']);
        expect((await each.keyIds(another, asked)).size).toBe(0);
        expect((await each.keyIds(workspace, [])).size).toBe(0);
      }
      expect(await store.shreddings()).toBe(before);
      const [again] = await store.ensure(workspace, ['contact:b']);
      expect([...(await store.keyIds(workspace, asked))][1]).toEqual(['contact:b', again!.id]);
    });

    it('are found among many', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      await store.ensure(workspace, subjects(MANY));
      await shredSubjects(store, workspace, subjects(MANY - 2));
      expect([...(await store.keyIds(workspace, subjects(MANY))).keys()]).toEqual(subjects(2, MANY - 2));
    });
  });
}
