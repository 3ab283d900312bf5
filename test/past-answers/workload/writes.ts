import type { Random } from '../../support/random.js';
import { CALL_WRITES, createOutcome } from './call-writes.js';
import { GROUP_WRITES } from './group-writes.js';
import { HOURS_WRITES } from './hours-writes.js';
import { addMembers, createList, importContacts, LIST_WRITES } from './list-writes.js';
import { OPERATOR_WRITES } from './operator-writes.js';
import type { Requests } from './writing.js';

/** Every kind of write of the API, with how often it is drawn relative to the others. */
export const WRITES: readonly (readonly [weight: number, requests: Requests])[] = [
  ...LIST_WRITES,
  ...GROUP_WRITES,
  ...HOURS_WRITES,
  ...CALL_WRITES,
  ...OPERATOR_WRITES,
];

const ALL_WEIGHTS = WRITES.reduce((sum, [weight]) => sum + weight, 0);

/** What each workspace has from its beginning, so that few writes find nothing to change. */
export const OPENING: readonly Requests[] = [
  ...Array.from({ length: 3 }, () => importContacts),
  ...Array.from({ length: 4 }, () => createList),
  ...Array.from({ length: 6 }, () => createOutcome),
  ...Array.from({ length: 2 }, () => addMembers),
];

/** One kind of write, by weight. */
export function drawWrite(random: Random): Requests {
  let left = random.below(ALL_WEIGHTS);
  return WRITES.find(([weight]) => (left -= weight) < 0)![1];
}
