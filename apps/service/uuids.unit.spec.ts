import { validate, version } from 'uuid';
import { systemMachine } from './machine.js';

const { ids: uuids } = systemMachine;

it('ids are UUIDv7 of now, each greater than the one before', () => {
  const before = Date.now();
  const ids = Array.from({ length: 5_000 }, () => uuids.next());
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(ids).toEqual([...new Set(ids)].sort());
  const first = parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16);
  expect(first).toBeGreaterThanOrEqual(before);
  expect(first).toBeLessThanOrEqual(Date.now());
});

it('the random part of an id differs from that of the next one', () => {
  const tails = Array.from({ length: 1_000 }, () => uuids.next().slice(-12));
  expect(new Set(tails).size).toBe(1_000);
});
