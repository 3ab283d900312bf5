import { type PersonalKey, WorkspaceShreddedError } from '../personal-keys.js';
import { shredSubjects } from '../testing/index.js';
import { type Connect, expectFound, expectShredded, newWorkspace, subjects, UNKNOWN_ID } from './subject.js';

/** Workspaces whose keys are destroyed as a whole. */
export function shreddingWorkspaces(connect: Connect): void {
  describe('shredding a workspace', () => {
    it('destroys all its keys for every connection and for good, and those of no other one', async () => {
      const [workspace, another] = [newWorkspace(), newWorkspace()];
      const store = await connect();
      const other = await connect();
      const made = await store.ensure(workspace, subjects(3));
      const kept = await store.ensure(another, subjects(3));
      await shredSubjects(store, workspace, ['contact:0']);
      await expectFound(other, made.slice(1));
      await store.shredWorkspace(workspace);
      await store.close();
      for (const each of [other, await connect()]) {
        await expectShredded(each, made);
        await expectFound(each, kept);
        expect(await each.ensure(another, subjects(3))).toEqual(kept);
      }
    });

    it('refuses keys of it ever after, for subjects that had one and for others', async () => {
      const workspace = newWorkspace();
      const [store, other] = [await connect(), await connect()];
      await store.ensure(workspace, ['contact:0']);
      await store.shredWorkspace(workspace);
      for (const each of [store, other, await connect()]) {
        for (const subject of ['contact:0', 'contact:1']) {
          await expect(each.ensure(workspace, [subject])).rejects.toThrow(new WorkspaceShreddedError(workspace));
        }
      }
    });

    it('refuses keys of a workspace that never had one', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      await store.shredWorkspace(workspace);
      await expect((await connect()).ensure(workspace, ['contact:0'])).rejects.toThrow(WorkspaceShreddedError);
    });

    it('may be repeated, and leaves nothing to be shredded or wrapped anew', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const made = await store.ensure(workspace, subjects(2));
      const keys = new Map([
        ['contact:0', made[0]!.id],
        ['contact:5', UNKNOWN_ID],
      ]);
      for (let time = 0; time < 2; time += 1) {
        await store.shredWorkspace(workspace);
        await store.shredKeys(workspace, keys);
        await store.rewrap(workspace);
        await expectShredded(store, made);
        await expect(store.ensure(workspace, ['contact:5'])).rejects.toThrow(WorkspaceShreddedError);
      }
    });

    it('leaves no key to any connection that asks at the same moment', async () => {
      const [store, other] = [await connect(), await connect()];
      for (let round = 0; round < 5; round += 1) {
        const workspace = newWorkspace();
        const seen: PersonalKey[] = [];
        const ask = async (subject: string): Promise<void> => {
          try {
            seen.push(...(await other.ensure(workspace, [subject])));
          } catch (error) {
            expect(error).toBeInstanceOf(WorkspaceShreddedError);
          }
        };
        await ask('contact:0');
        expect(seen).toHaveLength(1);
        await Promise.all([...subjects(10).map(ask), store.shredWorkspace(workspace), ...subjects(10, 5).map(ask)]);
        await expectShredded(other, seen);
        await expect(other.ensure(workspace, ['contact:0'])).rejects.toThrow(WorkspaceShreddedError);
      }
    });
  });
}
