import { randomUUID } from 'node:crypto';
import { IdSet } from './id-set.js';

it('knows each id that it was given, also after it has grown, and no other', () => {
  const ids = Array.from({ length: 40_000 }, () => randomUUID());
  const set = new IdSet();
  expect(ids.filter((id) => !set.add(id))).toEqual([]);
  expect(ids.filter((id) => set.add(id))).toHaveLength(0);
  expect(set.add(randomUUID())).toBe(true);
});
