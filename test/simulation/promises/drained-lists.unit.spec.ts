import { drainedListsAreTold } from './drained-lists.js';
import { historyOf } from './testing/told-history.js';
import { added, ANN, BOB, BOTTOM, CallCenter, changed, list, removed, TOP } from './testing/call-center.js';
import type { Part } from './testing/told-log.js';

const judged = (center: CallCenter): readonly string[] => drainedListsAreTold(historyOf(center));
const drained = (id: string, completed_members: number): Part => [
  'ListDrained',
  { smart_list_id: id, completed_members },
];

/** Ann, alone on the upper list, is called for the first of two times. */
function called(result: string, ...behind: readonly Part[]): CallCenter {
  const center = CallCenter.open().write([added(TOP, ANN)]);
  center.write([center.dispatched('first', ANN, center.number)]).wait(1);
  return center.write([center.ended('first', result), center.completed('first'), ...behind]);
}

describe('a drained list', () => {
  it('is told of in the write by which its last member left or has used up its attempts', () => {
    const center = CallCenter.open().write([added(TOP, ANN), added(TOP, BOB)]);
    center.write([removed(TOP, ANN)]);
    expect(judged(center.write([removed(TOP, BOB), drained(TOP, 0)]))).toEqual([]);
    expect(judged(called('busy').write([changed(TOP, { max_attempts_total: 1 }), drained(TOP, 1)]))).toEqual([]);
    const missing = called('busy').write([changed(TOP, { max_attempts_total: 1 })]);
    expect(judged(missing)).toEqual([expect.stringMatching(/drained is \[\], and should be \[top 1\]/)]);
  });

  it('has no call that is open, and attempts that were given back are left', () => {
    const center = CallCenter.open().write([list('once', { max_attempts_total: 1 }), added(TOP, ANN)]);
    center.write([center.dispatched('first', ANN, center.number)]);
    expect(judged(center.write([changed(TOP, { max_attempts_total: 1 })]))).toEqual([]);
    const placed = [center.ended('first', 'busy'), center.completed('first')];
    expect(judged(center.write([...placed, drained(TOP, 1)]))).toEqual([]);
    expect(judged(called('not_placed').write([changed(TOP, { max_attempts_total: 1 })]))).toEqual([]);
  });

  it('is not told of again while it stays so, nor without a member', () => {
    const center = called('busy').write([changed(TOP, { max_attempts_total: 1 }), drained(TOP, 1)]);
    expect(judged(center.write([removed(TOP, ANN)]))).toEqual([]);
    expect(judged(center.write([changed(TOP, { max_attempts_total: 3 }), drained(TOP, 0)]))).toHaveLength(1);
    expect(judged(CallCenter.open().write([drained(BOTTOM, 0)]))).toHaveLength(1);
  });

  it('is told of anew once somebody was on it who could be called', () => {
    const center = called('busy')
      .write([removed(TOP, ANN), drained(TOP, 0)])
      .write([added(TOP, BOB)]);
    expect(judged(center.write([removed(TOP, BOB), drained(TOP, 0)]))).toEqual([]);
  });
});
