import { Backoff } from './backoff.js';

const delays = (backoff: Backoff, count: number) => Array.from({ length: count }, () => backoff.next());

it('a backoff doubles its delays up to the longest one, and starts again after a reset', () => {
  const backoff = new Backoff(500, 3_000);
  expect(delays(backoff, 5)).toEqual([500, 1_000, 2_000, 3_000, 3_000]);
  backoff.reset();
  expect(delays(backoff, 2)).toEqual([500, 1_000]);
});
