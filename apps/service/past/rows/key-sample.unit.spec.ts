import { KeySample } from './key-sample.js';

const keys = Array.from({ length: 20 }, (_, n) => ['workspace', `row|${n}`]);

function sampled(size: number, added: readonly (readonly string[])[]): KeySample {
  const sample = new KeySample(size);
  for (const key of added) sample.add(key);
  return sample;
}

it('has each key once, however often it was added, and says that none was left out', () => {
  for (const size of [20, 21, 1_000]) {
    const sample = sampled(size, [...keys, ...keys]);
    expect([sample.keys().map(String).sort(), sample.isPartial]).toEqual([keys.map(String).sort(), false]);
  }
});

it('takes the number of keys that is asked for, and each of them as often as any other', () => {
  const times = new Map<string, number>();
  const runs = 2_000;
  for (let run = 0; run < runs; run += 1) {
    // Some keys are added twice, as the rows that both sides have.
    const sample = sampled(5, [...keys, ...keys.slice(0, 10)]);
    const chosen = sample.keys().map(String);
    expect([new Set(chosen).size, sample.isPartial]).toEqual([5, true]);
    for (const key of chosen) times.set(key, (times.get(key) ?? 0) + 1);
  }
  // Each is chosen 500 times, with a deviation of 19: more than six of them do not happen by chance.
  for (const key of keys) expect(Math.abs(times.get(String(key))! - runs / 4)).toBeLessThan(120);
});

it('tells keys apart whose parts have the separator of their texts', () => {
  const sample = sampled(5, [
    ['a|b', 'c'],
    ['a', 'b|c'],
  ]);
  expect(sample.keys()).toHaveLength(2);
});
