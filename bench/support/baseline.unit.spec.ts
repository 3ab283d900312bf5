import { regressions } from './baseline.js';
import type { Result } from './measure.js';

const KNOWN = { S1: { ratio: 10, on: '2026-11-28' }, S8: { ratio: 1, on: '2026-11-28' } };

function measured(id: string, median: number, bar: Result['bar'] = 'at_least'): Result {
  const side = { what: '', unit: '', rounds: [], median: 0, min: 0, max: 0 };
  return { id, work: {}, ours: side, theirs: side, ratio: { median, rounds: [] }, must: 0, aim: 0, bar, notes: [] };
}

it('a ratio may be worse by 15 % than its baseline', () => {
  const best = [measured('S1', 8.5), measured('S8', 1.15, 'at_most')];
  expect(regressions(KNOWN, best)).toEqual([]);
  expect(regressions(KNOWN, [measured('S1', 20), measured('S8', 0.1, 'at_most')])).toEqual([]);
});

it('one that is worse is named, by what is better for its benchmark', () => {
  expect(regressions(KNOWN, [measured('S1', 8), measured('S8', 1.2, 'at_most')])).toEqual([
    'S1 is 20 % worse than on 2026-11-28: 8.00 instead of 10.',
    'S8 is 20 % worse than on 2026-11-28: 1.20 instead of 1.',
  ]);
});

it('one without a baseline is named; one on stand-ins of the stores is not compared', () => {
  expect(regressions(KNOWN, [measured('S2', 1), measured('S10', 1, 'none')])).toEqual([
    'S2 has no baseline: measure it on a quiet machine with --baseline.',
  ]);
});
