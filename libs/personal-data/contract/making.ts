import { bytesOf, type Connect, expectFound, idsOf, MANY, newWorkspace, subjects } from './subject.js';

/** Keys that come into being, and are found again. */
export function making(connect: Connect): void {
  describe('a key', () => {
    it('is the same for the same subject, also after the store was opened again', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const made = await store.ensure(workspace, ['contact:1']);
      expect(await store.ensure(workspace, ['contact:1'])).toEqual(made);
      await store.close();
      const again = await connect();
      expect(await again.ensure(workspace, ['contact:1'])).toEqual(made);
      await expectFound(again, made);
    });

    it('is 32 random bytes with a random id, another one for each subject and workspace', async () => {
      const store = await connect();
      const made = [
        ...(await store.ensure(newWorkspace(), subjects(3))),
        ...(await store.ensure(newWorkspace(), subjects(3))),
      ];
      for (const { id, key } of made) {
        expect(id).toMatch(/^[0-9a-f]{32}$/);
        expect(key).toBeInstanceOf(Buffer);
        expect(key).toHaveLength(32);
      }
      expect(new Set(idsOf(made)).size).toBe(6);
      expect(new Set(bytesOf(made).map((key) => key.toString('hex'))).size).toBe(6);
    });

    it('is given for several subjects in their order: old ones, new ones and repeated ones', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const [second] = await store.ensure(workspace, ['calls:2026-01-02']);
      const made = await store.ensure(workspace, ['contact:b', 'calls:2026-01-02', 'contact:a', 'contact:b']);
      expect(made).toHaveLength(4);
      expect(made[1]).toEqual(second);
      expect(made[3]).toEqual(made[0]);
      expect(await store.ensure(workspace, ['contact:a', 'contact:b'])).toEqual([made[2], made[0]]);
    });

    it('is found by its id by any connection, for several ids in their order, repeated ones too', async () => {
      const store = await connect();
      const other = await connect();
      const [a, b] = await store.ensure(newWorkspace(), subjects(2));
      const [c] = await store.ensure(newWorkspace(), subjects(1));
      for (const each of [store, other]) await expectFound(each, [c!, a!, b!, a!]);
    });

    it('is one of many that are asked for in one call', async () => {
      const workspace = newWorkspace();
      const store = await connect();
      const made = await store.ensure(workspace, subjects(MANY));
      expect(new Set(idsOf(made)).size).toBe(MANY);
      await expectFound(store, made);
      const other = await connect();
      expect(await other.ensure(workspace, subjects(MANY).reverse())).toEqual([...made].reverse());
    });

    it('is none where nothing is asked for', async () => {
      const store = await connect();
      expect(await store.ensure(newWorkspace(), [])).toEqual([]);
      expect(await store.get([])).toEqual([]);
    });

    it('is the same for connections that ask at once, of a workspace that is new and of one that is not', async () => {
      const connections = await Promise.all([connect(), connect(), connect()]);
      for (let round = 0; round < 5; round += 1) {
        const workspace = newWorkspace();
        for (const first of [0, 10]) {
          const asked = subjects(20, first);
          const answers = await Promise.all(
            [...connections, ...connections].map((each, index) =>
              each.ensure(workspace, index % 2 === 0 ? asked : [...asked].reverse()),
            ),
          );
          for (const [index, keys] of answers.entries()) {
            expect(index % 2 === 0 ? keys : [...keys].reverse()).toEqual(answers[0]);
          }
          await expectFound(connections[1], answers[0]!);
        }
      }
    });
  });
}
