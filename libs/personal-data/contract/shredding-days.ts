import { shredSubjects } from '../testing/index.js';
import { type Connect, expectFound, expectShredded, MANY, newWorkspace } from './subject.js';

const DAYS = ['2029-12-30', '2029-12-31', '2030-01-01', '2030-01-02'] as const;
const CALLS = DAYS.map((day) => `calls:${day}`);
const OTHERS = ['contact:1', 'contact:calls:2029-12-30', ...DAYS.map((day) => `deliveries:${day}`)];

/** Keys of days that are destroyed by age. */
export function shreddingDays(connect: Connect): void {
  describe('shredding days', () => {
    it('destroys the keys of one kind before a day, of one workspace, for every connection and for good', async () => {
      const [workspace, another] = [newWorkspace(), newWorkspace()];
      const store = await connect();
      const other = await connect();
      const calls = await store.ensure(workspace, CALLS);
      const kept = [...(await store.ensure(workspace, OTHERS)), ...(await store.ensure(another, CALLS))];
      await expectFound(other, calls);
      expect(await store.shredDays('calls', '2030-01-01', workspace)).toBe(2);
      await store.close();
      for (const each of [other, await connect()]) {
        await expectShredded(each, calls.slice(0, 2));
        await expectFound(each, [...calls.slice(2), ...kept]);
      }
    });

    it('destroys those of all workspaces where none is named', async () => {
      const workspaces = Array.from({ length: 3 }, newWorkspace);
      const store = await connect();
      const made = [];
      for (const workspace of workspaces) made.push(await store.ensure(workspace, CALLS));
      const kept = await store.ensure(workspaces[0]!, OTHERS);
      expect(await store.shredDays('calls', '2030-01-02')).toBe(9);
      for (const keys of made) {
        await expectShredded(store, keys.slice(0, 3));
        await expectFound(store, keys.slice(3));
      }
      await expectFound(store, kept);
    });

    it('finds nothing left when it is repeated, and counts for every connection only what it destroys', async () => {
      const workspace = newWorkspace();
      const [store, other] = [await connect(), await connect()];
      await store.ensure(workspace, CALLS);
      const before = await other.shreddings();
      expect(await store.shredDays('calls', DAYS[0], workspace)).toBe(0);
      expect(await store.shredDays('calls', DAYS[3], newWorkspace())).toBe(0);
      expect(await other.shreddings()).toBe(before);
      expect(await store.shredDays('calls', DAYS[3], workspace)).toBe(3);
      const once = await other.shreddings();
      expect(once).toBeGreaterThan(before);
      expect(await store.shredDays('calls', DAYS[3], workspace)).toBe(0);
      expect(await store.shredDays('calls', DAYS[3])).toBe(0);
      expect(await other.shreddings()).toBe(once);
    });

    it('destroys a key that a day got after it was shredded', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const [first] = await store.ensure(workspace, CALLS);
      await store.shredDays('calls', DAYS[1], workspace);
      const [second] = await store.ensure(workspace, CALLS);
      expect(second!.id).not.toBe(first!.id);
      expect(await store.shredDays('calls', DAYS[1])).toBe(1);
      await expectShredded(store, [first!, second!]);
    });

    it('passes over keys that were shredded otherwise, and destroys those that were wrapped anew', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const made = await store.ensure(workspace, CALLS);
      await shredSubjects(store, workspace, CALLS.slice(0, 1));
      await store.rewrap(workspace);
      expect(await store.shredDays('calls', DAYS[2], workspace)).toBe(1);
      await expectShredded(store, made.slice(0, 2));
      await expectFound(store, made.slice(2));
    });

    it('destroys many keys in one call', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const day = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10);
      const made = await store.ensure(
        workspace,
        Array.from({ length: MANY }, (_, n) => `responses:${day(n)}`),
      );
      expect(await store.shredDays('responses', day(MANY - 1))).toBe(MANY - 1);
      await expectShredded(store, made.slice(0, -1));
      await expectFound(store, made.slice(-1));
    });
  });
}
