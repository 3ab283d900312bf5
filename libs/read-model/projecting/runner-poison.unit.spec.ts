import { SKIPS_STREAM, SkippedEvents } from '#event-store';
import type { Projection } from '#kernel';
import { HELD_STREAMS, readHeldStreams } from './held-stream-row.js';
import { CARD_ROWS, cardHistory, cardRows } from '../testing/card-history.js';
import { boardsProjection, cardsProjection, placed, swept } from '../testing/cards.js';
import type { FakeLog } from '../testing/fake-log.js';
import { MemoryReadModel } from '../testing/memory-read-model.js';
import { runToEnd } from '../testing/run-to-end.js';

describe('ProjectionRunner, at an event that it cannot project', () => {
  let log: FakeLog;
  let model: MemoryReadModel;

  beforeEach(() => {
    log = cardHistory();
    model = new MemoryReadModel();
  });

  const rows = () => cardRows(model);
  const held = () => readHeldStreams(model);
  const unknown = { type: 'CardLost', data: {} };

  const poisonedAt = (revision: number, where: 'keys' | 'a key' | 'evolve'): Projection[] => {
    const isPoison = (event: { stream: string; revision: number }): boolean =>
      event.stream === 'workspace-w' && event.revision === revision;
    const check = (event: { stream: string; revision: number }): void => {
      if (isPoison(event)) throw new Error('broken');
    };
    const keys: Projection['keys'] = (event) => {
      if (where === 'keys') check(event);
      // Stores refuse it in the write of the whole batch.
      if (where === 'a key' && isPoison(event)) return [['w', null as unknown as string]];
      return boardsProjection.keys(event);
    };
    const evolve: typeof boardsProjection.evolve = (board, event, key, resident) => {
      if (where === 'evolve') check(event);
      return boardsProjection.evolve(board, event, key, resident);
    };
    return [cardsProjection, { ...boardsProjection, keys, evolve }];
  };

  for (const where of ['keys', 'a key', 'evolve'] as const) {
    it.each([1, 2, 3, 1_000])(
      `holds its workspace back and continues with all others (${where}, by %i)`,
      async (batchSize) => {
        const reports = await runToEnd(log, model, { batchSize }, poisonedAt(2, where));
        expect(await rows()).toEqual({
          cards: [
            { ...CARD_ROWS.cards[0], board_id: 'x', moves: 1, revision: 0 },
            { ...CARD_ROWS.cards[1], live: 1, revision: 1 },
            undefined,
            CARD_ROWS.cards[3],
          ],
          boards: [{ ...CARD_ROWS.boards[0], cards: 2, revision: 1 }, undefined, CARD_ROWS.boards[2]],
          complete: [1, 0],
        });
        expect(await held()).toEqual([
          expect.objectContaining({
            ...{ stream: 'workspace-w', workspace_id: 'w', at: 2, type: 'CardPlaced' },
            ...{ projection: 'boards', reason: where === 'a key' ? 'a key of boards has null in it' : 'broken' },
          }),
        ]);
        expect(await model.checkpoint('f')).toBe(log.events.at(-1)!.position);
        expect(reports.at(-1)?.caughtUp).toBe(true);
        expect(reports.some(({ changed }) => changed?.includes(HELD_STREAMS.name))).toBe(true);
      },
    );
  }

  it('rolls back only the failed batch, not earlier batches of the same documents', async () => {
    await runToEnd(log, model, { batchSize: 2 }, poisonedAt(4, 'evolve'));
    expect((await rows()).boards[0]).toMatchObject({ cards: 1, revision: 3 });
    expect(await model.projectedRevision('w')).toBe(3);
  });

  it.each([1, 2, 1_000])('catches its stream up once a version that knows the event runs, by %i', async (batchSize) => {
    await runToEnd(log, model, { batchSize }, poisonedAt(0, 'evolve'));
    expect((await rows()).complete).toEqual([-1, 0]);
    log.append('v', [placed('b', 'y')]);
    log.append('w', [placed('d', 'z')]);
    await runToEnd(log, model, { batchSize });
    const expected = { ...CARD_ROWS, complete: [5, 1] };
    expect(await rows()).toEqual(expected);
    expect(await held()).toEqual([]);
    await runToEnd(log, model, { batchSize });
    expect(await rows()).toEqual(expected);
  });

  it('holds back again at the next event that it does not know, with all rows up to it', async () => {
    await runToEnd(log, model, {}, poisonedAt(0, 'evolve'));
    await runToEnd(log, model, {}, poisonedAt(3, 'evolve'));
    expect(await held()).toMatchObject([{ at: 3, type: 'BoardSwept' }]);
    expect((await rows()).complete).toEqual([2, 0]);
    await runToEnd(log, model);
    expect(await rows()).toEqual(CARD_ROWS);
  });

  it('is not recorded again by a version that does not know the event either', async () => {
    await runToEnd(log, model, {}, poisonedAt(2, 'evolve'));
    const commits: number[] = [];
    const commit = model.commit.bind(model);
    model.commit = (each) => (commits.push(each.writes.length), commit(each));
    await runToEnd(log, model, {}, poisonedAt(2, 'evolve'));
    expect(commits).toEqual([]);
    expect(await held()).toMatchObject([{ at: 2 }]);
  });

  it('names an event that the event store cannot read, with any events after it', async () => {
    log.unknown.add('CardLost');
    log.append('w', [unknown, placed('d', 'x')]);
    log.append('v', [placed('d', 'x')]);
    await runToEnd(log, model, { batchSize: 2 });
    expect((await rows()).complete).toEqual([4, 1]);
    expect(await held()).toMatchObject([
      { stream: 'workspace-w', workspace_id: 'w', at: 5, type: 'CardLost', projection: null },
    ]);
    log.unknown.clear();
    await runToEnd(log, model);
    expect((await rows()).complete).toEqual([7 - 1, 1]);
  });

  it('treats an event that names another workspace than its stream as poison', async () => {
    log.append('w', [placed('e', 'x')], 'workspace-u');
    log.append('v', [placed('d', 'x')]);
    await runToEnd(log, model);
    expect(await held()).toMatchObject([
      { stream: 'workspace-u', at: 0, reason: expect.stringContaining('another workspace') },
    ]);
    expect((await rows()).complete).toEqual([4, 1]);
  });

  it('treats an event after which evolve returns no row as poison', async () => {
    const forgetful = { ...cardsProjection, evolve: () => undefined };
    log.append('w', [placed('z', 'x')]);
    await runToEnd(log, model);
    log.append('w', [swept('x', ['a'])]);
    await runToEnd(log, model, {}, [forgetful]);
    expect(await held()).toMatchObject([{ at: 6, reason: expect.stringContaining('disappear') }]);
  });

  describe('that an operator skips', () => {
    /** A log as one process reads it: with the skipped events that it knows. */
    const skipping = (skipped: SkippedEvents) => {
      log.skipped = skipped;
      return { skipped, prefixes: ['workspace-', SKIPS_STREAM] };
    };
    const skip = (stream: string, revision: number, workspaceId = 'w') =>
      log.append(workspaceId, [{ type: 'EventSkipped', data: { stream, revision, reason: 'lost' } }], SKIPS_STREAM);

    beforeEach(() => {
      log.unknown.add('CardLost');
      log.append('w', [unknown, placed('d', 'x')]);
    });

    it('skips it at once, and continues after it', async () => {
      const stop = new AbortController();
      let skips = 0;
      await runToEnd(log, model, {
        ...skipping(new SkippedEvents()),
        report: ({ caughtUp, projectedRevisions }) => {
          if (caughtUp && skips === 0) {
            skips += 1;
            skip('workspace-w', 5);
            log.append('w', [placed('e', 'x')]);
          }
          if (projectedRevisions.get('w') === 7) stop.abort();
        },
        until: stop,
      });
      expect(skips).toBe(1);
      expect((await rows()).complete).toEqual([7, 0]);
      expect(await held()).toEqual([]);
    });

    it('continues after an event of another workspace than its stream; the record has the stream’s', async () => {
      log.append('w', [placed('e', 'x')], 'workspace-u');
      log.append('u', [placed('f', 'x')]);
      await runToEnd(log, model, skipping(new SkippedEvents()));
      const foreign = (await held()).find(({ stream }) => stream === 'workspace-u');
      expect(foreign).toMatchObject({ at: 0, workspace_id: 'u' });
      skip('workspace-u', 0, foreign!.workspace_id);
      await runToEnd(log, model, skipping(new SkippedEvents()));
      expect((await held()).map(({ stream }) => stream)).toEqual(['workspace-w']);
      expect(await model.projectedRevision('u')).toBe(1);
    });

    it.each([1, 2, 1_000])('skips it in a rebuild, too: before its record is reached, by %i', async (batchSize) => {
      skip('workspace-w', 5);
      log.append('w', [placed('e', 'x')]);
      await runToEnd(log, model, { ...skipping(new SkippedEvents()), batchSize });
      expect((await rows()).complete).toEqual([7, 0]);
      expect(await held()).toEqual([]);
      log.unknown.clear();
      const known: Projection = {
        ...boardsProjection,
        keys: (event) => (event.type === 'CardLost' ? [['w', 'lost']] : boardsProjection.keys(event)),
      };
      const rebuilt = new MemoryReadModel();
      await runToEnd(log, rebuilt, { ...skipping(new SkippedEvents()), batchSize }, [cardsProjection, known]);
      expect(await cardRows(rebuilt)).toEqual(await rows());
    });
  });
});
