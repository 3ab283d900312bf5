import { type Clock, clockToWriteBy, refuseWrongClock } from './index.js';

const clock: Clock = { now: () => 42 };

it('a clock to write by is read only while it is right', () => {
  const troubles: string[] = [];
  const right = clockToWriteBy(clock, () => troubles[0]);
  expect(right.now()).toBe(42);
  troubles.push('It is an hour ahead.');
  expect(() => right.now()).toThrow(expect.objectContaining({ code: 'unavailable', detail: 'It is an hour ahead.' }));
});

it('without anything that judges it, the clock is taken for right', () => {
  expect(() => refuseWrongClock(undefined)).not.toThrow();
});
