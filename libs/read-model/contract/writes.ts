import { CheckpointMismatchError } from '../read-model.js';
import { batch, keyOf, type OpenReadModel, position, STAMPS, stamp, thing, THINGS, write } from './fixtures.js';

/** The contract of `commit`, `checkpoint`, `projectedRevision`, and of writes beside the log. */
export function writesContract(opened: () => OpenReadModel, reopen: () => Promise<OpenReadModel>): void {
  const read = async (id: string) => (await opened().model.getMany(THINGS, [['w', id]]))[0];

  describe('commit', () => {
    it('begins with nothing: no checkpoint, a projected revision of -1', async () => {
      expect(await opened().writer.checkpoint('f')).toBeUndefined();
      expect(await opened().model.projectedRevision('w')).toBe(-1);
    });

    it('writes rows, the projected revision of each workspace and the checkpoint', async () => {
      const projectedRevisions = new Map([
        ['w', 7],
        ['v', 0],
      ]);
      await opened().writer.commit(batch([thing('a', 7)], { projectedRevisions }));
      expect(await read('a')).toEqual(thing('a', 7));
      expect(await opened().model.projectedRevision('w')).toBe(7);
      expect(await opened().model.projectedRevision('v')).toBe(0);
      expect(await opened().model.projectedRevision('u')).toBe(-1);
      expect(await opened().writer.checkpoint('f')).toBe(position(1));
      expect(await opened().writer.checkpoint('another')).toBeUndefined();
    });

    it('replaces a row by a higher revision only', async () => {
      await opened().writer.commit(batch([thing('a', 5, { name: 'five' })]));
      const repeated = [thing('a', 5, { name: 'again' }), thing('a', 4, { name: 'older' })];
      await opened().writer.commit(batch(repeated, { from: position(1), to: position(2) }));
      expect(await read('a')).toEqual(thing('a', 5, { name: 'five' }));
      await opened().writer.commit(batch([thing('a', 6, { name: 'six' })], { from: position(2), to: position(3) }));
      expect(await read('a')).toEqual(thing('a', 6, { name: 'six' }));
    });

    it('writes the same rows whatever is said of their being new', async () => {
      for (const [i, isNew] of [true, false].entries()) {
        const [missing, there, newer] = [`missing-${i}`, `there-${i}`, `newer-${i}`];
        await opened().cacheWriter.putRows([there, newer].map((id) => write(thing(id, 5, { name: 'before' }))));
        const things = [thing(missing, 1), thing(there, 6), thing(newer, 5, { name: 'late' })];
        const writes = things.map((document) => write(document, isNew));
        const from = i === 0 ? undefined : position(i);
        await opened().writer.commit({ ...batch([]), writes, from, to: position(i + 1) });
        expect(await read(missing)).toEqual(thing(missing, 1));
        expect(await read(there)).toEqual(thing(there, 6));
        expect(await read(newer)).toEqual(thing(newer, 5, { name: 'before' }));
      }
    });

    it('changes nothing when a batch comes again after a restart that lost its checkpoint', async () => {
      const first = batch([thing('a', 1), thing('b', 2)], { projectedRevisions: new Map([['w', 2]]) });
      const next = batch([thing('a', 3, { rank: 1 })], {
        projectedRevisions: new Map([['w', 3]]),
        from: position(1),
        to: position(2),
      });
      await opened().writer.commit(first);
      await opened().writer.commit(next);
      // Another follower's name stands for the lost checkpoint: rows and projected revisions are shared.
      await opened().writer.commit({ ...first, follower: 'g' });
      expect(await read('a')).toEqual(thing('a', 3, { rank: 1 }));
      expect(await opened().model.projectedRevision('w')).toBe(3);
    });

    it('moves the checkpoint alone', async () => {
      await opened().writer.commit(batch([]));
      expect(await opened().writer.checkpoint('f')).toBe(position(1));
    });

    it('refuses an owner who woke up late, and leaves everything newer as it is', async () => {
      const { writer, model } = opened();
      await writer.commit(batch([thing('a', 1)], { projectedRevisions: new Map([['w', 1]]) }));
      const second = { from: position(1), to: position(2), projectedRevisions: new Map([['w', 9]]) };
      await writer.commit(batch([thing('a', 9, { name: 'newest' })], second));
      const late = { from: position(1), to: position(3), projectedRevisions: new Map([['w', 5]]) };
      const commit = writer.commit(batch([thing('a', 5, { name: 'late' })], late));
      await expect(commit).rejects.toThrow(CheckpointMismatchError);
      await expect(commit).rejects.toMatchObject({ follower: 'f', expected: position(1), found: position(2) });
      expect(await read('a')).toEqual(thing('a', 9, { name: 'newest' }));
      expect(await model.projectedRevision('w')).toBe(9);
      expect(await writer.checkpoint('f')).toBe(position(2));
    });

    it('writes nothing of a batch that begins where its follower is no more', async () => {
      const { writer, model } = opened();
      await writer.commit(batch([thing('a', 1)], { projectedRevisions: new Map([['w', 1]]) }));
      await writer.commit(batch([], { from: position(1), to: position(2) }));
      for (const from of [position(1), undefined]) {
        const projectedRevisions = new Map([
          ['w', 9],
          ['v', 0],
        ]);
        const late = writer.commit(
          batch([thing('a', 9), thing('b', 9)], { from, to: position(3), projectedRevisions }),
        );
        await expect(late).rejects.toThrow(CheckpointMismatchError);
        expect([await read('a'), await read('b')]).toEqual([thing('a', 1), undefined]);
        expect([await model.projectedRevision('w'), await model.projectedRevision('v')]).toEqual([1, -1]);
      }
    });

    it('refuses one who believes to be the first, and one who believes not to be', async () => {
      const { writer } = opened();
      const early = writer.commit(batch([], { from: position(1), to: position(2) }));
      await expect(early).rejects.toThrow(CheckpointMismatchError);
      await writer.commit(batch([]));
      await expect(writer.commit(batch([]))).rejects.toThrow(CheckpointMismatchError);
    });

    it('never shows a checkpoint without its projected revision, or that without its rows', async () => {
      const { writer, model } = opened();
      const things = Array.from({ length: 500 }, (_, i) => thing(`t${i}`, i));
      let running = true;
      const commit = writer
        .commit(batch(things, { projectedRevisions: new Map([['w', 499]]) }))
        .then(() => (running = false));
      do {
        const checkpoint = await writer.checkpoint('f');
        const complete = await model.projectedRevision('w');
        const rows = await model.getMany(THINGS, things.map(keyOf));
        if (checkpoint !== undefined) expect(complete).toBe(499);
        if (complete === 499) expect(rows).toEqual(things);
      } while (running);
      await commit;
      expect(await writer.checkpoint('f')).toBe(position(1));
    });

    it('keeps everything over a restart', async () => {
      await opened().writer.commit(batch([thing('a', 3)], { projectedRevisions: new Map([['w', 3]]) }));
      await opened().cacheWriter.putRows([stamp('s', '2025')]);
      const again = await reopen();
      expect(await again.writer.checkpoint('f')).toBe(position(1));
      expect(await again.model.projectedRevision('w')).toBe(3);
      expect(await again.model.getMany(THINGS, [['w', 'a']])).toEqual([thing('a', 3)]);
      expect(await again.model.getMany(STAMPS, [['s']])).toEqual([stamp('s', '2025').document]);
    });
  });

  describe('writes beside the log', () => {
    it('puts documents whatever their revision', async () => {
      const { cacheWriter, model } = opened();
      await cacheWriter.putRows([stamp('s', '2025', 5), stamp('t', '2024', 5)]);
      await cacheWriter.putRows([stamp('s', '2026', 1)]);
      expect(await model.getMany(STAMPS, [['s'], ['t']])).toMatchObject([{ at: '2026' }, { at: '2024' }]);
      expect(await model.page(STAMPS, { index: 'by_age', prefix: [1], limit: 9 })).toMatchObject([
        { at: '2024' },
        { at: '2026' },
      ]);
    });

    it('drops what is below a value under a prefix, lowest first, at most `limit`, and says how many', async () => {
      const { cacheWriter, writer, model } = opened();
      const ranks = [5, 1, 4, 2, 3];
      const foreign = thing('foreign', 1, { workspace_id: 'v', rank: 0 });
      await writer.commit(batch([...ranks.map((rank) => thing(`t${rank}`, 1, { rank })), foreign]));
      const left = async () =>
        (await model.page(THINGS, { index: 'by_rank', prefix: [], limit: 9 })).map(({ thing_id }) => thing_id);
      const drop = (before: number, limit: number) =>
        cacheWriter.dropBelow(THINGS, { index: 'by_rank', prefix: ['w', 1], before, limit });
      expect(await drop(4, 2)).toBe(2);
      expect(await left()).toEqual(['foreign', 't3', 't4', 't5']);
      expect(await drop(4, 2)).toBe(1);
      expect(await drop(4, 2)).toBe(0);
      expect(await left()).toEqual(['foreign', 't4', 't5']);
    });

    it('drops the rows of one workspace, no more than the limit at a time, and says how many', async () => {
      const { cacheWriter, writer, model } = opened();
      const own = Array.from({ length: 5 }, (_, i) => thing(`t${i}`, i));
      // Ids that begin with the same characters, or sort right before or behind.
      const others = ['v', 'v|', 'w0', 'w}', 'wt0', 'x'].map((workspace_id) => thing('t0', 1, { workspace_id }));
      await writer.commit(batch([...own, ...others], { projectedRevisions: new Map([['w', 4]]) }));
      expect(await cacheWriter.dropWorkspace(THINGS, 'w', 3)).toBe(3);
      expect(await cacheWriter.dropWorkspace(THINGS, 'w', 3)).toBe(2);
      expect(await cacheWriter.dropWorkspace(THINGS, 'w', 3)).toBe(0);
      expect(await model.getMany(THINGS, own.map(keyOf))).toEqual(own.map(() => undefined));
      expect(await model.getMany(THINGS, others.map(keyOf))).toEqual(others);
      expect(await model.page(THINGS, { index: 'by_rank', prefix: ['w', 1], limit: 9 })).toEqual([]);
      expect(await model.projectedRevision('w')).toBe(4);
    });

    it('drops the one row of a collection that has one a workspace', async () => {
      const { cacheWriter, model } = opened();
      await cacheWriter.putRows([stamp('s', '2025'), stamp('s2', '2025'), stamp('r', '2025')]);
      expect(await cacheWriter.dropWorkspace(STAMPS, 's', 9)).toBe(1);
      expect(await cacheWriter.dropWorkspace(STAMPS, 's', 9)).toBe(0);
      expect((await model.getMany(STAMPS, [['s'], ['s2'], ['r']])).map((row) => row?.stamp_id)).toEqual([
        undefined,
        's2',
        'r',
      ]);
    });

    it('leaves checkpoint and projected revisions alone', async () => {
      const { cacheWriter, writer, model } = opened();
      await cacheWriter.putRows([write(thing('a', 9))]);
      expect(await writer.checkpoint('f')).toBeUndefined();
      expect(await model.projectedRevision('w')).toBe(-1);
    });
  });
}
