import { VirtualTimers } from '#kernel/testing';
import { Sampled } from './sampled.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A sampled count of its own readings. */
function counted(reading: (count: number) => Promise<number> = (count) => Promise.resolve(count)) {
  const timers = new VirtualTimers();
  let now = 0;
  const state = { readings: 0 };
  const sampled = new Sampled(() => reading((state.readings += 1)), { timers, monotonic: () => now });
  const pass = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
    timers.advance(milliseconds);
    await settled();
  };
  return { sampled, state, timers, pass };
}

it('requests within five seconds share one reading', async () => {
  const { sampled, timers, pass } = counted();
  expect(await Promise.all([sampled.value(), sampled.value()])).toEqual([1, 1]);
  await pass(4_999);
  expect(await sampled.value()).toBe(1);
  await pass(1);
  expect(await sampled.value()).toBe(2);
  expect(timers.size).toBe(0);
});

it('a reading that fails is no value, and the next one is read anew', async () => {
  const { sampled, pass } = counted((count) => (count === 1 ? Promise.reject(new Error('away')) : Promise.resolve(7)));
  expect(await sampled.value()).toBeUndefined();
  await pass(5_000);
  expect(await sampled.value()).toBe(7);
});

it('a reading that hangs is given up after two seconds, and no second one is begun beside it', async () => {
  let answer: (value: number) => void = () => undefined;
  const hanging = new Promise<number>((resolve) => (answer = resolve));
  const { sampled, state, pass } = counted((count) => (count === 1 ? hanging : Promise.resolve(count)));
  const asked = sampled.value();
  await pass(2_000);
  expect(await asked).toBeUndefined();
  await pass(60_000);
  expect([await sampled.value(), state.readings]).toEqual([undefined, 1]);
  answer(1);
  await settled();
  expect([await sampled.value(), state.readings]).toEqual([2, 2]);
});
