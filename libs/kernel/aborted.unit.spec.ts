import { getEventListeners } from 'node:events';
import { aborted, unlessAborted } from './aborted.js';

const never = new Promise<never>(() => undefined);

it('waits for the signal', async () => {
  const stop = new AbortController();
  const waited = aborted(stop.signal);
  stop.abort();
  await waited;
  await aborted(stop.signal);
});

it('waits for the promise or the signal, whichever is first', async () => {
  const stop = new AbortController();
  expect(await unlessAborted(Promise.resolve(1), stop.signal)).toBe(1);
  await expect(unlessAborted(Promise.reject(new Error('failed')), stop.signal)).rejects.toThrow('failed');
  const waited = unlessAborted(never, stop.signal);
  stop.abort();
  expect(await waited).toBeUndefined();
  for (const late of [never, Promise.reject(new Error('failed'))]) {
    expect(await unlessAborted(late, stop.signal)).toBeUndefined();
  }
});

it('listens to the signal no longer than it waits', async () => {
  const { signal } = new AbortController();
  const waited = unlessAborted(Promise.resolve(), signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await waited;
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
