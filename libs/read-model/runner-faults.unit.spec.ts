import { StoreUnavailableError } from '#event-store';
import { type Projection, UnknownEventError } from '#kernel';
import { PoisonedEventError } from './poisoned-event.js';
import { type Commit, type ReadModelWriter, ReadModelUnavailableError } from './read-model.js';
import { ProjectionRunner } from './runner.js';
import { BOARDS, boardsProjection, CARDS, cardsProjection, placed, swept } from './testing/cards.js';
import { FakeLog } from './testing/fake-log.js';
import { FaultyWriter } from './testing/faulty-writer.js';
import { MemoryReadModel, MemoryStorage } from './testing/memory-read-model.js';
import { runToEnd } from './testing/run-to-end.js';

describe('ProjectionRunner, when things go wrong', () => {
  let log: FakeLog;
  let model: MemoryReadModel;
  let writer: FaultyWriter;

  beforeEach(() => {
    log = new FakeLog();
    const storage = new MemoryStorage();
    model = new MemoryReadModel(storage);
    writer = new FaultyWriter(model, storage);
    log.append('w', [placed('a', 'x'), placed('b', 'x'), placed('a', 'y')]);
    log.append('v', [placed('a', 'x')]);
    log.append('w', [swept('x', ['b']), placed('c', 'x')]);
  });

  const rows = async () => ({
    cards: await model.getMany(CARDS, [
      ['w', 'a'],
      ['w', 'b'],
      ['w', 'c'],
      ['v', 'a'],
    ]),
    boards: await model.getMany(BOARDS, [
      ['w', 'x'],
      ['w', 'y'],
      ['v', 'x'],
    ]),
    complete: [await model.completeTo('w'), await model.completeTo('v')],
  });
  const expected = {
    cards: [
      { workspace_id: 'w', card_id: 'a', board_id: 'y', live: 1, moves: 2, revision: 2 },
      { workspace_id: 'w', card_id: 'b', board_id: 'x', live: 0, moves: 1, revision: 3 },
      { workspace_id: 'w', card_id: 'c', board_id: 'x', live: 1, moves: 1, revision: 4 },
      { workspace_id: 'v', card_id: 'a', board_id: 'x', live: 1, moves: 1, revision: 0 },
    ],
    boards: [
      { workspace_id: 'w', board_id: 'x', cards: 2, revision: 4 },
      { workspace_id: 'w', board_id: 'y', cards: 1, revision: 2 },
      { workspace_id: 'v', board_id: 'x', cards: 1, revision: 0 },
    ],
    complete: [4, 0],
  };

  it('comes to the same rows after a crash before any step of its writing', async () => {
    await runToEnd(log, writer, { batchSize: 2 });
    const steps = writer.steps;
    expect(steps).toBeGreaterThan(20);
    for (let crash = 0; crash < steps; crash += 1) {
      const storage = new MemoryStorage();
      model = new MemoryReadModel(storage);
      writer = new FaultyWriter(model, storage);
      writer.before = (step) => {
        if (step === crash) throw new Error('killed');
      };
      await expect(runToEnd(log, writer, { batchSize: 2 })).rejects.toThrow('killed');
      writer.before = () => undefined;
      await runToEnd(log, writer, { batchSize: 2 });
      expect(await rows()).toEqual(expected);
    }
  });

  it('waits longer and longer while the read model is away, says so, and goes on by itself', async () => {
    const slept: number[] = [];
    const troubles: (string | undefined)[] = [];
    let failures = 9;
    writer.before = (step) => {
      if (step === 6 && failures-- > 0) throw new ReadModelUnavailableError('full');
    };
    const sleep = async (milliseconds: number) => void slept.push(milliseconds);
    await runToEnd(log, writer, { sleep, trouble: (error) => troubles.push(error?.message) });
    expect(slept).toEqual([50, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    expect(troubles).toEqual([...Array.from({ length: 9 }, () => 'full'), undefined]);
    expect(await rows()).toEqual(expected);
  });

  it('takes a commit whose answer was lost for its own, and reports it', async () => {
    let lost = false;
    writer.answering = () => {
      if (lost) return;
      lost = true;
      throw new ReadModelUnavailableError('connection lost');
    };
    const reports = await runToEnd(log, writer, { batchSize: 3 });
    expect(reports.map(({ completeTo }) => [...completeTo])).toEqual([
      [['w', 2]],
      [
        ['v', 0],
        ['w', 4],
      ],
    ]);
    expect(await rows()).toEqual(expected);
  });

  it('takes a commit that was given up and happened late for its own', async () => {
    const late: Commit[] = [];
    let given = 0;
    const slow: ReadModelWriter = {
      getMany: (collection, keys) => model.getMany(collection, keys),
      checkpoint: (follower) => model.checkpoint(follower),
      commit: async (commit) => {
        given += 1;
        // The server was hung: it did not say no, and does what it was told once it goes on, before what it is told now.
        if (given === 1) late.push(commit);
        if (given === 1) throw new ReadModelUnavailableError('no answer');
        for (const earlier of late.splice(0)) await model.commit(earlier);
        await model.commit(commit);
      },
    };
    await runToEnd(log, slow, { batchSize: 3 });
    expect(given).toBe(3);
    expect(await rows()).toEqual(expected);
  });

  it('stops waiting when told to', async () => {
    const stop = new AbortController();
    writer.before = () => {
      throw new ReadModelUnavailableError('away');
    };
    const sleep = async () => stop.abort();
    const options = { events: log, writer, projections: [], follower: 'f', report: () => undefined, sleep };
    await new ProjectionRunner(options).run(stop.signal);
    expect(stop.signal.aborted).toBe(true);
  });

  it('follows again from its checkpoint when the event store was away', async () => {
    log.failAt = { index: 2, error: new StoreUnavailableError('gone') };
    const sleep = async () => void (log.failAt = undefined);
    const troubles: (string | undefined)[] = [];
    await runToEnd(log, writer, { sleep, trouble: (error) => troubles.push(error?.message) });
    expect(troubles).toEqual(['gone', undefined]);
    expect(await rows()).toEqual(expected);
  });

  describe('at a poisoned event', () => {
    const poisonedAt = (revision: number, where: 'keys' | 'evolve'): Projection[] => {
      const check = (event: { stream: string; revision: number }): void => {
        if (event.stream === 'workspace-w' && event.revision === revision) throw new Error('broken');
      };
      const keys: Projection['keys'] = (event) => {
        if (where === 'keys') check(event);
        return boardsProjection.keys(event);
      };
      const evolve: typeof boardsProjection.evolve = (board, event, key) => {
        if (where === 'evolve') check(event);
        return boardsProjection.evolve(board, event, key);
      };
      return [cardsProjection, { ...boardsProjection, keys, evolve }];
    };

    for (const where of ['keys', 'evolve'] as const) {
      it(`stops before it, names it, and has written all that came earlier (${where})`, async () => {
        const run = runToEnd(log, writer, {}, poisonedAt(2, where));
        await expect(run).rejects.toThrow(PoisonedEventError);
        await expect(run).rejects.toMatchObject({
          place: { stream: 'workspace-w', revision: 2, type: 'CardPlaced', projection: 'boards' },
          message: 'workspace-w@2 (CardPlaced) cannot be projected by boards: broken',
        });
        expect((await rows()).cards).toMatchObject([{ board_id: 'x', moves: 1 }, { moves: 1 }, undefined, undefined]);
        expect((await rows()).boards).toMatchObject([{ cards: 2 }, undefined, undefined]);
        expect(await model.completeTo('w')).toBe(1);
        expect(await model.checkpoint('f')).toBe(log.events[1]!.position);
      });
    }

    it('takes back only the torn batch, not what the batches before had made of the same documents', async () => {
      const run = runToEnd(log, writer, { batchSize: 2 }, poisonedAt(4, 'evolve'));
      await expect(run).rejects.toMatchObject({ place: { revision: 4 } });
      expect((await rows()).boards[0]).toMatchObject({ cards: 1, revision: 3 });
      expect(await model.completeTo('w')).toBe(3);
    });

    it('goes on by itself once a version that knows the event runs', async () => {
      await expect(runToEnd(log, writer, {}, poisonedAt(0, 'evolve'))).rejects.toThrow(PoisonedEventError);
      expect(await model.checkpoint('f')).toBeUndefined();
      await runToEnd(log, writer);
      expect(await rows()).toEqual(expected);
    });

    it('names an event that the event store cannot read', async () => {
      log.failAt = { index: 1, error: new UnknownEventError('workspace-w', 1, 'unknown event type CardLost') };
      const run = runToEnd(log, writer);
      await expect(run).rejects.toThrow(PoisonedEventError);
      await expect(run).rejects.toMatchObject({ place: { stream: 'workspace-w', revision: 1, projection: undefined } });
      expect(await model.completeTo('w')).toBe(0);
    });

    it('takes a row that evolve makes disappear for one', async () => {
      const forgetful = { ...cardsProjection, evolve: () => undefined };
      log.append('w', [placed('z', 'x')]);
      await runToEnd(log, writer);
      log.append('w', [swept('x', ['a'])]);
      await expect(runToEnd(log, writer, {}, [forgetful])).rejects.toThrow('disappear');
    });
  });
});
