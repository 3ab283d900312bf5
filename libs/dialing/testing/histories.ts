import fc from 'fast-check';
import { someHours } from './history-hours.js';
import type { Step } from './history-ids.js';
import { CONTACTS, imported, members, namedList, OUTCOMES, typed } from './history-parts.js';
import { stepsOf } from './history-steps.js';

export { HistoryIds, type Step } from './history-ids.js';

/** Of one lane most of them, if there are many: a pick reads these together. */
const lists = (withHours: boolean, count: number) =>
  fc.array(fc.tuple(namedList(withHours), members), { minLength: count, maxLength: count }).map((all) =>
    all.flatMap(([body, added], n): Step[] => {
      const alike = n < 3 ? {} : { priority: 'medium', ...(withHours && { calling_hours_id: '<hours 0>' }) };
      // The next list of a waterfall is one that was made earlier, so that few are refused.
      const next_list_id = n > 0 ? `<list ${n - 1}>` : null;
      return [
        { method: 'POST', path: '/smart-lists', body: { ...body, ...alike, next_list_id } },
        { method: 'POST', path: `/smart-lists/<list ${n}>/members/batch`, body: added },
      ];
    }),
  );

/** Without a disposition among them calls are completed by their end. */
const someOutcomes = fc
  .array(typed, { maxLength: OUTCOMES, size: 'max' })
  .map((all) => all.map((body): Step => ({ method: 'POST', path: '/phone-system/outcomes', body })));

/** Two of the three lists are in a group from the start. */
const oneGroup: Step = {
  method: 'POST',
  path: '/dial-groups',
  body: { name: '<name 0>', smart_list_ids: ['<list 1>', '<list 0>'] },
};

const everybody = Array.from({ length: CONTACTS }, (_, n): Step => {
  return { method: 'POST', path: '/contacts/batch', body: imported(`<contact ${n}>`, n) };
});

/** Lists with members and outcomes exist from the start, so that most of a history is about dialing. */
const opening = (withHours: boolean, count: number) =>
  fc
    .tuple(withHours ? someHours : fc.constant([]), lists(withHours, count), someOutcomes)
    .map((steps) => [...everybody, ...steps.flat(), oneGroup]);

/** Nights on which clocks change in some of these zones, and one on which none does. */
const BEGINNINGS = ['2030-03-09', '2030-03-30', '2030-04-06', '2030-06-11', '2030-09-07', '2030-10-26', '2030-11-02'];

/**
 * The history of a workspace: its beginning and its steps.
 * @param hours whether there are calling hours in it
 * @param count lists that it begins with
 */
export const histories = (
  maxLength = 60,
  { hours = false, lists: count = 3 }: { readonly hours?: boolean; readonly lists?: number } = {},
) =>
  fc.record({
    begins: fc.tuple(fc.constantFrom(...BEGINNINGS), fc.nat(47)).map(([day, n]) => Date.parse(day) + n * 1_800_000),
    steps: fc
      .tuple(opening(hours, count), fc.array(stepsOf(hours), { minLength: 10, maxLength, size: 'max' }))
      .map(([first, rest]): Step[] => [...first, ...rest]),
  });

/** Half of them with calling hours. */
export const allHistories = (maxLength?: number) =>
  fc.oneof(histories(maxLength), histories(maxLength, { hours: true }));
