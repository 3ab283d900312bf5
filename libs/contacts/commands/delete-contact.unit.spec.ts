import type { DomainEvent } from '#kernel';
import { given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { MEMBER_PROJECTIONS } from '#members';
import { MEMBER_COUNTS, MEMBERS } from '#members/domain';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { CONTACTS } from '../domain/index.js';
import { contactsProjection } from '../projections/contacts.projection.js';
import { decideDelete } from './delete-contact.command.js';

const [A, B, ANN, BOB] = [id(1), id(2), id(11), id(12)] as const;
const PHONE = '+12025550101';

const list = (smart_list_id: string): DomainEvent => ({
  type: 'SmartListCreated',
  data: { smart_list_id, name: smart_list_id, ...SETTINGS_DEFAULTS, source: 'api' },
});
const imported = (contact_id: string): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id, phone: PHONE, name: null },
});
const added = (smart_list_id: string, contact_id: string): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id, contact_id, source: 'api' },
});
const past = [list(A), list(B), imported(ANN), imported(BOB)];
const workspace = (...events: DomainEvent[]) =>
  given([contactsProjection, ...SMART_LIST_PROJECTIONS, ...MEMBER_PROJECTIONS], past, events);
const deleted = { type: 'ContactDeleted', data: { contact_id: ANN } };

it('deleting a contact ends all its memberships in the same append', () => {
  workspace(added(B, ANN), added(A, ANN), added(A, BOB))
    .when(decideDelete(ANN))
    .thenEvents([
      deleted,
      {
        type: 'MemberRemoved',
        data: { reason: 'contact_deleted', lists: [A, B], contacts: [{ contact_id: ANN, lists: [0, 1] }] },
      },
    ])
    .thenAnswer({ status: 200, body: { ok: true, contact_id: ANN, deleted: true } })
    .thenRow(CONTACTS, [TEST_WORKSPACE, ANN], { live: 0 })
    .thenRow(MEMBERS, [TEST_WORKSPACE, A, ANN], { active: 0, removed_reason: 'contact_deleted' })
    .thenRow(MEMBER_COUNTS, [TEST_WORKSPACE, A], { active_members: 1 });
});

it('deleting a contact that is on no list appends only its deletion', () => {
  workspace(added(A, BOB)).when(decideDelete(ANN)).thenEvents([deleted]);
});

it('deleting a contact twice, or an unknown one, is refused', () => {
  workspace().when(decideDelete(ANN)).and().when(decideDelete(ANN)).thenRefused('not_found');
  workspace()
    .when(decideDelete(id(99)))
    .thenRefused('not_found');
});
