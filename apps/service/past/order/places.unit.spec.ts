import type { DomainEvent } from '#kernel';
import { recorded, TEST_WORKSPACE, testId } from '#kernel/testing';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { FOLLOWER_PROJECTIONS } from '../../catalogue.js';
import { FoldedRows } from '../timeline/folded-rows.js';
import { byOrder, neededFor, type Place, placesOf, ruleBetween } from './places.js';

const [SPRING, ANN] = [testId(1), testId(2)];
const AT = '2030-01-02T00:00:00.000Z';

const event = (type: string, data: object): DomainEvent => ({ type, data });
const made = (unlisted: object = {}) =>
  event('WorkspaceCreated', {
    ...{ name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS },
    unlisted: { ...WORKSPACE_DEFAULTS.unlisted, ...unlisted },
  });
const imported = event('ContactImported', { contact_id: ANN, phone: '+12025550101', name: null });
const list = event('SmartListCreated', { ...SETTINGS_DEFAULTS, name: 'Spring', smart_list_id: SPRING, source: 'api' });
const added = event('MemberAdded', { smart_list_id: SPRING, contact_id: ANN, source: 'api' });
const listDeleted = event('SmartListDeleted', { smart_list_id: SPRING, members_left: 1 });

function placesAfter(...events: readonly DomainEvent[]): readonly Place[] {
  const rows = new FoldedRows(neededFor(TEST_WORKSPACE, [ANN]), FOLLOWER_PROJECTIONS);
  for (const [revision, each] of events.entries()) {
    const one = recorded(each, revision);
    rows.fold(one, rows.touched(one));
  }
  return placesOf(rows, TEST_WORKSPACE, ANN, AT);
}

const place = (differing: Partial<Place>): Place => ({
  ...{ smart_list_id: SPRING, name: 'Spring', tier: 'medium', number: 5 },
  ...{ lane: null, turn: -1, cursor: -1, gate: null, callback_from: null },
  ...differing,
});
const GATE = { gate: 'total_cap', status: 'completed', value: 1, threshold: 1, until: null } as const;

it.each<[rule: string, before: Place, after: Place]>([
  ['gate', place({ tier: 'lowest' }), place({ tier: 'highest', gate: GATE })],
  ['gate', place({ tier: 'lowest' }), place({ tier: 'highest', callback_from: '2030-01-02T00:00:00.001Z' })],
  ['callback', place({ tier: 'lowest', number: 9, callback_from: AT }), place({ tier: 'highest' })],
  ['callback', place({ number: 9, callback_from: '2030-01-01T00:00:00.000Z' }), place({ callback_from: AT })],
  ['number', place({ tier: 'lowest', callback_from: AT }), place({ number: 6, callback_from: AT })],
  ['tier', place({ tier: 'lowest', number: 9 }), place({ tier: 'unlisted' })],
  ['lane', place({ lane: 'a|', turn: 6, number: 9 }), place({ turn: 7 })],
  ['lane', place({ lane: 'a|', number: 9 }), place({ turn: 7 })],
  ['number', place({ lane: 'a|', cursor: 9 }), place({ cursor: 9, number: 10 })],
  ['cursor', place({ cursor: 6, number: 7 }), place({ cursor: 6 })],
  ['number', place({}), place({ number: 6 })],
  ['number', place({ cursor: 9 }), place({ cursor: 9, number: 6 })],
])('the %s decides before what follows it', (rule, before, after) => {
  expect([ruleBetween(before, after, AT), ruleBetween(after, before, AT)]).toEqual([rule, rule]);
  expect([after, before].toSorted(byOrder(AT))).toEqual([before, after]);
});

it('a contact is a member of its lists, and without any a contact without a list', () => {
  expect(placesAfter(made(), list, imported, added)).toMatchObject([{ name: 'Spring', number: 3, gate: null }]);
  expect(placesAfter(made(), imported)).toMatchObject([
    { smart_list_id: null, tier: 'unlisted', number: 1, gate: null },
  ]);
  expect(placesAfter(made(), list)).toEqual([]);
});

it('names what keeps a contact without a list from being called', () => {
  const gateAfter = (...events: readonly DomainEvent[]) => placesAfter(...events)[0]!.gate;
  expect(gateAfter(made({ enabled: false }), imported)).toMatchObject({ gate: 'unlisted_enabled', value: false });
  const deleted = event('ContactDeleted', { contact_id: ANN });
  expect(gateAfter(made(), imported, deleted)).toMatchObject({ gate: 'membership', value: 'contact_deleted' });
  // Its membership of the deleted list has not ended in the log yet.
  expect(gateAfter(made(), list, imported, added, listDeleted)).toMatchObject({ gate: 'membership', value: 'listed' });
});
