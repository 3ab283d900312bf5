import fc from 'fast-check';
import { recorded } from '#kernel/testing';
import { EventIndex } from './event-index.js';

interface Named {
  readonly names: readonly string[];
}

const NAMES = ['a', 'b', 'c'];
const names = fc.array(fc.constantFrom(...NAMES), { maxLength: 3 });
const step = fc.oneof(
  { weight: 4, arbitrary: names.map((given) => ({ does: 'add' as const, given, by: 0 })) },
  { weight: 1, arbitrary: fc.nat(4).map((by) => ({ does: 'drop' as const, given: [], by })) },
  { weight: 1, arbitrary: fc.nat(4).map((by) => ({ does: 'forget' as const, given: [], by })) },
);

describe('events by name', () => {
  it('equal those of a plain list, after any removals at either end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = new EventIndex<number>((event, put) => {
          for (const name of (event.data as Named).names) put(name, event.revision);
        });
        let plain: { readonly name: string; readonly revision: number }[] = [];
        let [floor, end] = [-1, -1];
        for (const { does, given, by } of steps) {
          if (does === 'add') {
            end += 1;
            index.addEvent(recorded({ type: 'Named', data: { names: given } }, end));
            plain.push(...given.map((name) => ({ name, revision: end })));
          } else if (does === 'drop') {
            floor = Math.min(floor + by, end);
            index.dropThrough(floor);
            plain = plain.filter(({ revision }) => revision > floor);
          } else {
            end = Math.max(end - by, floor);
            index.forgetAbove(end);
            plain = plain.filter(({ revision }) => revision <= end);
          }
          for (const name of NAMES) {
            expect(index.above(name, -1)).toEqual(
              plain.filter((each) => each.name === name).map(({ revision }) => revision),
            );
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
