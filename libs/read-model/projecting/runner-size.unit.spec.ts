import fc from 'fast-check';
import { BOARDS, CARDS, placed, swept } from '../testing/cards.js';
import { FakeLog } from '../testing/fake-log.js';
import { FaultyWriter } from '../testing/faulty-writer.js';
import { MemoryReadModel, MemoryStorage } from '../testing/memory-read-model.js';
import { runToEnd } from '../testing/run-to-end.js';
import { writerOver } from '../testing/writer-over.js';

describe('ProjectionRunner, sizes and splits', () => {
  const setUp = () => {
    const storage = new MemoryStorage();
    const model = new MemoryReadModel(storage);
    return { log: new FakeLog(), model, writer: new FaultyWriter(model) };
  };

  it('ends a commit before it touches too many rows, and never splits an event', async () => {
    const { log, model, writer } = setUp();
    const ids = Array.from({ length: 20 }, (_, i) => `c${i}`);
    log.append('w', [...ids.map((id) => placed(id, 'x')), swept('x', ids), placed('last', 'x')]);
    const sizes: number[] = [];
    writer.answering = ({ writes }) => sizes.push(writes.length);
    const reports = await runToEnd(log, writer, { maxRows: 10 });
    // Five placements touch ten rows, of which one is the board; the sweep touches 21 and is alone.
    expect(sizes).toEqual([6, 6, 6, 6, 21, 2]);
    expect(reports.map(({ projectedRevisions }) => projectedRevisions.get('w'))).toEqual([4, 9, 14, 19, 20, 21]);
    expect(reports.map(({ caughtUp }) => caughtUp)).toEqual([false, false, false, false, false, true]);
    expect((await model.getMany(BOARDS, [['w', 'x']]))[0]).toMatchObject({ cards: 1, revision: 21 });
  });

  it('projects an event of 100,000 rows, loads them in chunks and writes them in one commit', async () => {
    const { log, model } = setUp();
    const ids = Array.from({ length: 100_000 }, (_, i) => `c${i}`);
    log.append('w', [placed('c0', 'x')]);
    const row = { workspace_id: 'w', board_id: 'x', live: 1, moves: 1, revision: 0 };
    const rows = ids.map((card_id) => ({ ...row, card_id }));
    const writes = rows.map((document) => ({ collection: CARDS, key: ['w', document.card_id], document, isNew: true }));
    const to = log.events[0]!.position!;
    await model.commit({ writes, projectedRevisions: new Map([['w', 0]]), follower: 'f', from: undefined, to });
    const [event] = log.append('w', [swept('x', ids)]);
    const loads: number[] = [];
    const commits: number[] = [];
    const writer = writerOver(model, {
      getMany: (collection, keys) => {
        loads.push(keys.length);
        return model.getMany(collection, keys);
      },
      commit: (commit) => {
        commits.push(commit.writes.length);
        return model.commit(commit);
      },
    });
    await runToEnd(log, writer);
    expect(commits).toEqual([100_001]);
    expect(Math.max(...loads)).toBe(5_000);
    expect(await model.projectedRevision('w')).toBe(event!.revision);
    const found = await model.getMany(CARDS, [
      ['w', 'c0'],
      ['w', 'c99999'],
    ]);
    expect(found).toMatchObject([
      { live: 0, revision: 1 },
      { live: 0, revision: 1 },
    ]);
  });

  it('does not read again what the previous batch has written', async () => {
    const { log, writer, model } = setUp();
    log.append(
      'w',
      Array.from({ length: 50 }, (_, i) => placed(`c${i}`, 'x')),
    );
    await runToEnd(log, writer, { batchSize: 1 });
    expect(writer.loads).toHaveLength(51);
    expect((await model.getMany(BOARDS, [['w', 'x']]))[0]).toMatchObject({ cards: 50 });
  });

  it('gives the expected rows for any batches and restarts', async () => {
    const moves = fc.array(
      fc.record({
        card: fc.constantFrom('a', 'b', 'c'),
        board: fc.constantFrom<'x' | 'y'>('x', 'y'),
        again: fc.boolean(),
      }),
      { minLength: 1, maxLength: 40 },
    );
    const sizes = { batchSize: fc.integer({ min: 1, max: 9 }), maxRows: fc.integer({ min: 1, max: 12 }) };
    await fc.assert(
      fc.asyncProperty(moves, fc.record(sizes), async (script, options) => {
        const { log, model, writer } = setUp();
        // Expected values are counted during the run, not folded from the events.
        const expected = new Map<string, { board_id: string; moves: number }>();
        const placements = { x: 0, y: 0 };
        for (const { card, board, again } of script) {
          log.append('w', [placed(card, board)]);
          expected.set(card, { board_id: board, moves: (expected.get(card)?.moves ?? 0) + 1 });
          placements[board] += 1;
          if (again) await runToEnd(log, writer, options);
        }
        await runToEnd(log, writer, options);
        const found = await model.getMany(
          CARDS,
          [...expected.keys()].map((card) => ['w', card]),
        );
        expect(found).toMatchObject([...expected.values()]);
        const boards = await model.getMany(BOARDS, [
          ['w', 'x'],
          ['w', 'y'],
        ]);
        expect(boards.map((row) => row?.cards ?? 0)).toEqual([placements.x, placements.y]);
      }),
      { numRuns: 100 },
    );
  });
});
