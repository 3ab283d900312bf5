import { type Projection, UnknownEventError } from '#kernel';
import { PoisonedEventError } from './poisoned-event.js';
import { CARD_ROWS, cardHistory, cardRows } from './testing/card-history.js';
import { boardsProjection, cardsProjection, placed, swept } from './testing/cards.js';
import type { FakeLog } from './testing/fake-log.js';
import { MemoryReadModel } from './testing/memory-read-model.js';
import { runToEnd } from './testing/run-to-end.js';

describe('ProjectionRunner, at a poisoned event', () => {
  let log: FakeLog;
  let model: MemoryReadModel;

  beforeEach(() => {
    log = cardHistory();
    model = new MemoryReadModel();
  });

  const rows = () => cardRows(model);

  const poisonedAt = (revision: number, where: 'keys' | 'evolve'): Projection[] => {
    const check = (event: { stream: string; revision: number }): void => {
      if (event.stream === 'workspace-w' && event.revision === revision) throw new Error('broken');
    };
    const keys: Projection['keys'] = (event) => {
      if (where === 'keys') check(event);
      return boardsProjection.keys(event);
    };
    const evolve: typeof boardsProjection.evolve = (board, event, key, settings) => {
      if (where === 'evolve') check(event);
      return boardsProjection.evolve(board, event, key, settings);
    };
    return [cardsProjection, { ...boardsProjection, keys, evolve }];
  };

  for (const where of ['keys', 'evolve'] as const) {
    it(`stops before it, names it, and has written all that came earlier (${where})`, async () => {
      const run = runToEnd(log, model, {}, poisonedAt(2, where));
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
    const run = runToEnd(log, model, { batchSize: 2 }, poisonedAt(4, 'evolve'));
    await expect(run).rejects.toMatchObject({ place: { revision: 4 } });
    expect((await rows()).boards[0]).toMatchObject({ cards: 1, revision: 3 });
    expect(await model.completeTo('w')).toBe(3);
  });

  it('goes on by itself once a version that knows the event runs', async () => {
    await expect(runToEnd(log, model, {}, poisonedAt(0, 'evolve'))).rejects.toThrow(PoisonedEventError);
    expect(await model.checkpoint('f')).toBeUndefined();
    await runToEnd(log, model);
    expect(await rows()).toEqual(CARD_ROWS);
  });

  it('names an event that the event store cannot read', async () => {
    log.failAt = { index: 1, error: new UnknownEventError('workspace-w', 1, 'unknown event type CardLost') };
    const run = runToEnd(log, model);
    await expect(run).rejects.toThrow(PoisonedEventError);
    await expect(run).rejects.toMatchObject({ place: { stream: 'workspace-w', revision: 1, projection: undefined } });
    expect(await model.completeTo('w')).toBe(0);
  });

  it('takes a row that evolve makes disappear for one', async () => {
    const forgetful = { ...cardsProjection, evolve: () => undefined };
    log.append('w', [placed('z', 'x')]);
    await runToEnd(log, model);
    log.append('w', [swept('x', ['a'])]);
    await expect(runToEnd(log, model, {}, [forgetful])).rejects.toThrow('disappear');
  });
});
