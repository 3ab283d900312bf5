import { dropExpiredRecords } from './expired-records.js';

const NOW = Date.parse('2026-05-10T12:00:00.000Z');

function setUp(stock: number[], { newest }: { newest: number | undefined } = { newest: NOW + 1 }) {
  const asked: { before: unknown; limit: number }[] = [];
  const errors: unknown[] = [];
  const timers: { ms: number; callback: () => void }[] = [];
  const idle: (() => void)[] = [];
  const end = dropExpiredRecords({
    cacheWriter: {
      dropBelow: (_collection, { before, limit }) => {
        asked.push({ before, limit });
        const next = stock.shift();
        return next === undefined ? Promise.reject(new Error('away')) : Promise.resolve(next);
      },
    },
    clock: { now: () => NOW },
    newest: () => Promise.resolve(newest),
    timers: {
      set: (ms, callback) => {
        timers.push({ ms, callback });
        idle.shift()?.();
        return () => timers.splice(0);
      },
    },
    idempotencyDays: 7,
    onError: (error) => errors.push(error),
  });
  return { asked, errors, timers, end, nextRest: () => new Promise<void>((resolve) => idle.push(resolve)) };
}

describe('dropping expired idempotency records', () => {
  it('drops expired records chunk by chunk, then pauses for an hour', async () => {
    const { asked, timers, nextRest } = setUp([500, 500, 3]);
    await nextRest();
    expect(asked).toEqual(Array(3).fill({ before: '2026-05-03T12:00:00.000Z', limit: 500 }));
    expect(timers.map(({ ms }) => ms)).toEqual([3_600_000]);
  });

  it('counts the days back from the newest event of the log where the clock is ahead of it', async () => {
    const { asked, nextRest } = setUp([0], { newest: NOW - 2 * 86_400_000 });
    await nextRest();
    expect(asked).toEqual([{ before: '2026-05-01T12:00:00.000Z', limit: 500 }]);
  });

  it('drops nothing of an empty log', async () => {
    const { asked, nextRest } = setUp([0], { newest: undefined });
    await nextRest();
    expect(asked).toEqual([{ before: '1970-01-01T00:00:00.000Z', limit: 500 }]);
  });

  it('reports a round that failed and tries again', async () => {
    const { asked, errors, timers, nextRest } = setUp([]);
    await nextRest();
    expect(errors).toHaveLength(1);
    const rest = nextRest();
    timers[0]!.callback();
    await rest;
    expect(asked).toHaveLength(2);
  });

  it('cancels the next round when it is stopped', async () => {
    const { timers, end, nextRest } = setUp([0]);
    await nextRest();
    end();
    expect(timers).toEqual([]);
  });
});
