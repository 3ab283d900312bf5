import fc from 'fast-check';
import type { Position } from '#kernel';
import { isAfter, lastAt, readPosition, writePosition } from './position.js';

const offsets = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const positions = fc.record({ commit: offsets, prepare: offsets });
const order = <Value>(one: Value, other: Value): number => (one < other ? -1 : one > other ? 1 : 0);

describe('positions of EventStoreDB', () => {
  it('are encoded and decoded without loss', () => {
    fc.assert(fc.property(positions, (position) => expect(readPosition(writePosition(position))).toEqual(position)));
  });

  it('sort as text in the order of the log: by commit, then by prepare', () => {
    const near = fc.record({ commit: fc.bigInt({ min: 0n, max: 20n }), prepare: fc.bigInt({ min: 0n, max: 20n }) });
    for (const some of [positions, near]) {
      fc.assert(
        fc.property(some, some, (one, other) => {
          const expected = order(one.commit, other.commit) || order(one.prepare, other.prepare);
          expect(order(writePosition(one), writePosition(other))).toBe(expected);
        }),
      );
    }
  });

  it('are compared by commit: a checkpoint may have prepare 0 at the same commit', () => {
    expect(isAfter({ commit: 5n, prepare: 5n }, { commit: 5n, prepare: 0n })).toBe(false);
    expect(isAfter({ commit: 5n, prepare: 0n }, { commit: 4n, prepare: 4n })).toBe(true);
    expect(isAfter({ commit: 0n, prepare: 0n }, undefined)).toBe(true);
  });

  it('reach every event at or before them, and none behind', () => {
    const at = lastAt(writePosition({ commit: 5n, prepare: 0n }));
    const event = (offset: bigint) => writePosition({ commit: offset, prepare: offset });
    expect([event(4n) <= at, event(5n) <= at, event(6n) <= at]).toEqual([true, true, false]);
  });

  it.each(['00000000000000000007', '', '1-2', `${'0'.repeat(20)}-${'0'.repeat(19)}x`])(
    '%j is another store’s',
    (text) => {
      expect(() => readPosition(text as Position)).toThrow('no position of this event store');
    },
  );
});
