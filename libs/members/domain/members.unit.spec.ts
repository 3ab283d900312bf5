import type { DomainEvent } from '#kernel';
import { given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { MEMBER_PROJECTIONS } from '../index.js';
import { attempts, dispatched, type From } from '../testing/dispatches.js';
import { added, list, listDeleted, removed } from '../testing/past.js';
import { addMembers, removeEverywhere, removeMembers, resetMembers } from './change-members.js';
import { MEMBER_COUNTS } from './member-counts.js';
import { MEMBERS } from './member.js';

const [A, B, GONE, NOWHERE] = [id(1), id(2), id(3), id(4)] as const;
const [ANN, BOB, CAT, TWIN, NOBODY] = [id(11), id(12), id(13), id(14), id(19)] as const;
const PHONES = new Map([
  [ANN, '+12025550101'],
  [BOB, '+12025550102'],
  [CAT, '+12025550103'],
  [TWIN, '+12025550103'],
]);
const UNKNOWN_PHONE = { phone: '+12025550199' };

const contactId = (...ids: readonly string[]): { readonly contactId: string }[] =>
  ids.map((each) => ({ contactId: each }));
const phoneOf = (contact: string): { readonly phone: string } => ({ phone: PHONES.get(contact)! });
const people = [...PHONES].map(([contact_id, phone]): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone, name: null },
}));

/** Two lists, four contacts (numbers 2 to 5; two share a phone), and further events. */
const workspace = (...events: DomainEvent[]): Given =>
  given(
    [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS, ...SMART_LIST_PROJECTIONS, ...MEMBER_PROJECTIONS],
    [list(A), list(B), ...people],
    events,
  );
const add = (smartListId: string, ...references: Parameters<typeof removeEverywhere>[0]) =>
  addMembers({ smartListId, references, source: 'api' });
const remove = (smartListId: string, ...references: Parameters<typeof removeEverywhere>[0]) =>
  removeMembers({ smartListId, references });

describe('a batch add', () => {
  it('begins memberships in the order of the array, one event and one number each', () => {
    workspace()
      .when(add(A, { contactId: BOB }, phoneOf(ANN)))
      .thenEvents([added(A, BOB), added(A, ANN)])
      .thenAnswer({ status: 200, body: { ok: true, inserted: 2, skipped: 0, unmatched: 0 } })
      .thenRow(MEMBERS, [TEST_WORKSPACE, A, BOB], { active: 1, number: 6, source: 'api', removed_reason: null })
      .thenRow(MEMBERS, [TEST_WORKSPACE, A, ANN], { active: 1, number: 7 })
      .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, A], { active_members: 2, live: 1 });
  });

  it('skips repeats of a contact and active members, and counts every unknown reference', () => {
    workspace(added(A, BOB))
      .when(
        add(A, { contactId: ANN }, phoneOf(ANN), phoneOf(CAT), ...contactId(NOBODY, NOBODY), UNKNOWN_PHONE, {
          contactId: BOB,
        }),
      )
      .thenEvents([added(A, ANN), added(A, CAT)])
      .thenAnswer({
        body: {
          ok: true,
          inserted: 2,
          skipped: 2,
          unmatched: 3,
          unmatched_references: [{ contact_id: NOBODY }, { contact_id: NOBODY }, UNKNOWN_PHONE],
        },
      });
  });

  it('of active members only changes nothing', () => {
    workspace(added(A, ANN))
      .when(add(A, ...contactId(ANN, ANN)))
      .thenNothing()
      .thenAnswer({ body: { ok: true, inserted: 0, skipped: 2, unmatched: 0 } });
  });

  it('of a removed member begins a new membership at the end', () => {
    workspace(added(A, ANN), added(A, BOB), removed('removed_by_request', [A], [[ANN, [0]]]))
      .when(add(A, { contactId: ANN }))
      .thenEvents([added(A, ANN)])
      .thenRow(MEMBERS, [TEST_WORKSPACE, A, ANN], { active: 1, number: 9, removed_reason: null });
  });

  it('resolves a shared phone number to the contact imported first that still exists', () => {
    const catDeleted = { type: 'ContactDeleted', data: { contact_id: CAT } };
    workspace()
      .when(add(A, phoneOf(TWIN)))
      .thenEvents([added(A, CAT)]);
    workspace(catDeleted)
      .when(add(A, phoneOf(CAT), { contactId: CAT }))
      .thenEvents([added(A, TWIN)])
      .thenAnswer({ body: { ok: true, inserted: 1, skipped: 0, unmatched: 1 } });
  });

  it('is refused for an unknown or deleted list', () => {
    workspace()
      .when(add(NOWHERE, { contactId: ANN }))
      .thenRefused('not_found');
    workspace(listDeleted(A))
      .when(add(A, { contactId: ANN }))
      .thenRefused('not_found');
  });
});

describe('a batch remove', () => {
  it('ends memberships of this list in one event; known contacts that are not members are skipped', () => {
    workspace(added(A, ANN), added(B, ANN), added(A, BOB))
      .when(remove(A, phoneOf(ANN), ...contactId(CAT, BOB, ANN, NOBODY, NOBODY)))
      .thenEvents([
        removed(
          'removed_by_request',
          [A],
          [
            [ANN, [0]],
            [BOB, [0]],
          ],
        ),
      ])
      .thenAnswer({
        status: 200,
        body: {
          ok: true,
          removed: 2,
          skipped: 2,
          unmatched: 2,
          unmatched_references: [{ contact_id: NOBODY }, { contact_id: NOBODY }],
        },
      })
      .thenRow(MEMBERS, [TEST_WORKSPACE, A, ANN], { active: 0, removed_reason: 'removed_by_request' })
      .thenRow(MEMBERS, [TEST_WORKSPACE, B, ANN], { active: 1 })
      .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, A], { active_members: 0, live: 0 });
  });

  it('of contacts that are not members changes nothing', () => {
    workspace()
      .when(remove(A, { contactId: ANN }, UNKNOWN_PHONE))
      .thenNothing()
      .thenAnswer({ body: { ok: true, removed: 0, skipped: 1, unmatched: 1 } });
  });

  it('is refused for an unknown or deleted list', () => {
    workspace()
      .when(remove(NOWHERE, { contactId: ANN }))
      .thenRefused('not_found');
    workspace(listDeleted(A))
      .when(remove(A, { contactId: ANN }))
      .thenRefused('not_found');
  });
});

describe('a batch reset', () => {
  /** Ann, the first member of the first list. */
  const ann: From = { list: A, contact: ANN, number: 6 };
  const bob: From = { list: A, contact: BOB, number: 7 };
  const members = [added(A, ANN), added(A, BOB), added(A, CAT)];
  const reset = (...contact_ids: readonly string[]): DomainEvent => ({
    type: 'MembersReset',
    data: { smart_list_id: A, contact_ids },
  });
  const resets = (smartListId: string, ...references: Parameters<typeof removeEverywhere>[0]) =>
    resetMembers({ smartListId, references });

  it('is one event, in the order of the array, of the active members that have attempts', () => {
    workspace(...members, ...attempts(2, ann), dispatched(id(71), bob))
      .when(resets(A, ...contactId(BOB, CAT, TWIN), phoneOf(ANN), ...contactId(BOB, NOBODY)))
      .thenEvents([reset(BOB, ANN)])
      .thenAnswer({
        status: 200,
        body: { ok: true, reset: 2, skipped: 3, unmatched: 1, unmatched_references: [{ contact_id: NOBODY }] },
      })
      .thenRow(MEMBERS, [TEST_WORKSPACE, A, ANN], { active: 1, number: 6, attempt_count: 0, in_call: 0 })
      .thenRow(MEMBERS, [TEST_WORKSPACE, A, BOB], { active: 1, number: 7, attempt_count: 0, in_call: 2 })
      .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, A], { active_members: 3 });
  });

  it('of members without attempts, a removed one, and one of another list changes nothing', () => {
    const gone = removed('removed_by_request', [A], [[ANN, [0]]]);
    const skipped = { body: { ok: true, reset: 0, skipped: 1, unmatched: 0 } };
    for (const events of [members, [...members, ...attempts(1, ann), reset(ANN)]])
      workspace(...events)
        .when(resets(A, { contactId: ANN }))
        .thenNothing()
        .thenAnswer(skipped);
    const state = () => workspace(...members, ...attempts(1, ann), gone);
    state()
      .when(resets(A, { contactId: ANN }))
      .thenNothing()
      .thenAnswer(skipped);
    state()
      .when(resets(B, { contactId: ANN }))
      .thenNothing()
      .thenAnswer(skipped);
  });

  it('is refused for an unknown or deleted list', () => {
    workspace()
      .when(resets(NOWHERE, { contactId: ANN }))
      .thenRefused('not_found');
    workspace(listDeleted(A))
      .when(resets(A, { contactId: ANN }))
      .thenRefused('not_found');
  });
});

describe('a removal from all lists', () => {
  it('ends all memberships in one event; the counts are of contacts', () => {
    workspace(added(B, ANN), added(A, ANN), added(A, BOB), added(B, CAT))
      .when(removeEverywhere([...contactId(BOB, ANN), phoneOf(ANN), ...contactId(TWIN, NOBODY)]))
      .thenEvents([
        removed(
          'removed_by_request',
          [A, B],
          [
            [BOB, [0]],
            [ANN, [0, 1]],
          ],
        ),
      ])
      .thenAnswer({ status: 200, body: { ok: true, removed: 2, skipped: 2, unmatched: 1 } })
      .thenRow(MEMBERS, [TEST_WORKSPACE, B, CAT], { active: 1 })
      .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, B], { active_members: 1 });
  });

  it('ignores members of a deleted list, swept or not', () => {
    workspace(list(GONE), added(GONE, ANN), added(GONE, BOB), added(A, BOB), listDeleted(GONE, 2))
      .when(removeEverywhere(contactId(ANN, BOB)))
      .thenEvents([removed('removed_by_request', [A], [[BOB, [0]]])])
      .thenAnswer({ body: { ok: true, removed: 1, skipped: 1, unmatched: 0 } });
  });

  it('of unknown references only changes nothing', () => {
    workspace()
      .when(removeEverywhere([UNKNOWN_PHONE]))
      .thenNothing()
      .thenAnswer({ body: { ok: true, removed: 0, skipped: 0, unmatched: 1, unmatched_references: [UNKNOWN_PHONE] } });
  });
});
