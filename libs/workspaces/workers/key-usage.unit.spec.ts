import { TEST_START, TEST_WORKSPACE, VirtualTimers } from '#kernel/testing';
import { ReadModelUnavailableError } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { API_KEY_USAGE } from '../domain/index.js';
import { KeyUsage } from './key-usage.js';

const MINUTE_MS = 60_000;

describe('the last use of a key', () => {
  let rows: MemoryReadModel;
  let timers: VirtualTimers;
  let usage: KeyUsage;
  let away: boolean;

  beforeEach(() => {
    [rows, timers, away] = [new MemoryReadModel(), new VirtualTimers(), false];
    const putRows: MemoryReadModel['putRows'] = async (writes) => {
      if (away) throw new ReadModelUnavailableError('away');
      await rows.putRows(writes);
    };
    const clock = { now: () => TEST_START };
    usage = new KeyUsage(rows, { putRows }, clock, timers);
  });

  const written = async (): Promise<unknown> => (await rows.getMany(API_KEY_USAGE, [[TEST_WORKSPACE, 'key']]))[0];

  it('is known at once and written within a minute, for any number of uses', async () => {
    usage.note(TEST_WORKSPACE, 'key');
    usage.note(TEST_WORKSPACE, 'key');
    expect(timers.size).toBe(1);
    expect(await usage.lastUsed(TEST_WORKSPACE, ['key', 'other'])).toEqual(['2030-01-01T00:00:00.000Z', undefined]);
    expect(await written()).toBeUndefined();
    timers.advance(MINUTE_MS);
    await settled();
    expect(await written()).toMatchObject({ last_used_at: '2030-01-01T00:00:00.000Z' });
    expect(timers.size).toBe(0);
  });

  it('is written a minute later if the read model is away', async () => {
    away = true;
    usage.note(TEST_WORKSPACE, 'key');
    timers.advance(MINUTE_MS);
    await settled();
    away = false;
    timers.advance(MINUTE_MS);
    await settled();
    expect(await written()).toBeDefined();
  });

  it('is written when the service ends, and leaves no timer that would keep its process', async () => {
    usage.note(TEST_WORKSPACE, 'key');
    await usage.beforeApplicationShutdown();
    expect(await written()).toBeDefined();
    expect(timers.size).toBe(0);
    away = true;
    usage.note(TEST_WORKSPACE, 'key');
    expect(timers.size).toBe(0);
  });
});

/** Resolves when everything that needs no timer has run. */
function settled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
