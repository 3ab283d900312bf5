import { VirtualTimers } from '#kernel/testing';
import { ReadModelUnavailableError } from '#read-model';
import { WaitingDeliveries } from './waiting-deliveries.js';

/** Rows with these numbers of pending and retrying deliveries, and the number of times they were counted. */
class Rows {
  pending = 0;
  retrying = 0;
  away = false;
  counts = 0;

  count(_collection: unknown, { index, prefix }: { index: string; prefix: readonly unknown[] }): Promise<number> {
    expect([index, prefix[0]]).toEqual(['by_status', 'w']);
    this.counts += 1;
    if (this.away) return Promise.reject(new ReadModelUnavailableError('away'));
    return Promise.resolve(prefix[1] === 'pending' ? this.pending : prefix[1] === 'retrying' ? this.retrying : NaN);
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

function around() {
  const [rows, timers] = [new Rows(), new VirtualTimers()];
  return { rows, timers, waiting: new WaitingDeliveries(rows, timers) };
}

it('counts those that are pending and those that are retrying', async () => {
  const { rows, waiting } = around();
  [rows.pending, rows.retrying] = [3, 4];
  expect(await waiting.count('w')).toBe(7);
});

it('caches the count for five seconds', async () => {
  const { rows, timers, waiting } = around();
  rows.pending = 3;
  expect(waiting.lastCounted('w')).toBe(0);
  await settled();
  rows.pending = 5;
  for (let asked = 0; asked < 100; asked += 1) expect(waiting.lastCounted('w')).toBe(3);
  timers.advance(4_999);
  expect(waiting.lastCounted('w')).toBe(3);
  expect(rows.counts).toBe(2);
  timers.advance(1);
  expect(waiting.lastCounted('w')).toBe(3);
  await settled();
  expect(waiting.lastCounted('w')).toBe(5);
  expect(rows.counts).toBe(4);
});

it('keeps the cached count while the rows cannot be read', async () => {
  const { rows, timers, waiting } = around();
  rows.retrying = 2;
  waiting.lastCounted('w');
  await settled();
  rows.away = true;
  timers.advance(5_000);
  expect(waiting.lastCounted('w')).toBe(2);
  await settled();
  expect(waiting.lastCounted('w')).toBe(2);
});

it('forgets a workspace that is not asked for any more', async () => {
  const { rows, timers, waiting } = around();
  rows.pending = 3;
  waiting.lastCounted('w');
  await settled();
  timers.advance(5_000);
  timers.advance(5_000);
  expect(timers.size).toBe(0);
  expect(waiting.lastCounted('w')).toBe(0);
});
