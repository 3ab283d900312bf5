import type { Decide, DomainEvent } from '#kernel';
import { given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { DIALING_PROJECTIONS } from '#dialing';
import { MEMBER_PROJECTIONS } from '#members';
import { MEMBERS } from '#members/domain';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { completeErasure, CONTACTS, ERASURES, importContacts } from '../domain/index.js';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import { decideDelete } from './delete-contact.command.js';
import { decideEraseAfterCall } from './erase-after-call.command.js';
import { decideErase } from './erase-contact.command.js';
import { decideEraseAll } from './erase-contacts.command.js';

const [LIST, ANN, BOB, CAT, CALL] = [id(1), id(11), id(12), id(13), id(21)] as const;
const PHONE = '+12025550101';
const PROJECTIONS = [
  ...WORKSPACES_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...DIALING_PROJECTIONS,
];

const event = (type: string, data: object): DomainEvent => ({ type, data });
const imported = (contact_id: string) => event('ContactImported', { contact_id, phone: PHONE, name: 'Ann' });
const deleted = (contact_id: string) =>
  expect.objectContaining({
    type: 'ContactDeleted',
    data: expect.objectContaining({ contact_id }) as object,
  }) as DomainEvent;
const requested = (contact_id: string) => event('ContactErasureRequested', { contact_id });
const erased = (contact_id: string) => event('ContactErased', { contact_id });
const list = event('SmartListCreated', { smart_list_id: LIST, name: 'Spring', ...SETTINGS_DEFAULTS, source: 'api' });
const added = (contact_id: string) => event('MemberAdded', { smart_list_id: LIST, contact_id, source: 'api' });
const removed = (...contacts: readonly string[]) =>
  event('MemberRemoved', {
    reason: 'contact_deleted',
    lists: [LIST],
    contacts: contacts.map((contact_id) => ({ contact_id, lists: [0] })),
  });
const called = (contact_id: string) =>
  event('CallRegistered', {
    call_id: CALL,
    contact_id,
    phone: PHONE,
    lease_expires_at: '2030-01-01T02:00:00.000Z',
  });
const ended = (contact_id: string) =>
  event('CallEnded', {
    call_id: CALL,
    contact_id,
    smart_list_id: null,
    member_number: null,
    result: 'answered',
    dispatched_at: '2030-01-01T00:00:00.000Z',
    wrap_up_expires_at: null,
  });
/** The completion of the present erasure. */
const completes: Decide = (view) => {
  const [erasure] = view.rows(ERASURES, [[view.workspaceId, ANN]]);
  return completeErasure(ANN, erasure?.erased_revision ?? -1)(view);
};
const workspace = (...events: DomainEvent[]) => given(PROJECTIONS, [list, imported(ANN), imported(BOB)], events);
const key = [TEST_WORKSPACE, ANN];

describe('the erasure of a contact', () => {
  it('deletes it, ends its memberships and blanks its row, in one append', () => {
    const then = workspace(added(ANN)).when(decideErase(ANN, false));
    then.thenEvents([deleted(ANN), removed(ANN), erased(ANN)]);
    then
      .thenAnswer({ status: 200, body: { ok: true, contact_id: ANN, deleted: true, erased_at: expect.any(String) } })
      .thenRow(CONTACTS, key, { live: 0, phone: '', name: null, erasure: 'started', number: 1 })
      .thenRow(MEMBERS, [TEST_WORKSPACE, LIST, ANN], { active: 0 })
      .thenRow(ERASURES, key, { pending: 1 });
  });

  it('that was deleted before is one event', () => {
    workspace()
      .when(decideDelete(ANN))
      .and()
      .when(decideErase(ANN, false))
      .thenEvents([erased(ANN)]);
  });

  it('that is erased is answered again, with the same instant', () => {
    const first = workspace().when(decideErase(ANN, false));
    const { body } = first.answer();
    for (const state of [first.and(), first.and().when(completes).and()])
      state.when(decideErase(ANN, false)).thenNothing().thenAnswer({ status: 200, body });
  });

  it('that is unknown is refused', () => {
    workspace().when(decideErase(CAT, false)).thenRefused('not_found');
  });

  it('waits, with its answer, until nothing personal is left', () => {
    const { workspace: before } = workspace();
    const [awaited] = decideErase(ANN, false)(before).awaits;
    expect(awaited).toMatchObject({ collection: ERASURES, key });
    expect(awaited!.isDone(undefined)).toBe(false);
    const done = workspace().when(decideErase(ANN, false)).and();
    expect(awaited!.isDone(done.workspace.rows(ERASURES, [key])[0])).toBe(false);
    const completed = done.when(completes).and().workspace;
    expect(awaited!.isDone(completed.rows(ERASURES, [key])[0])).toBe(true);
  });
});

describe('the erasure of a contact in a call', () => {
  it('is refused', () => {
    workspace(called(ANN)).when(decideErase(ANN, false)).thenRefused('contact_in_call');
  });

  it('deletes it at once and erases it when the call has ended, if that is asked for', () => {
    const waits = workspace(added(ANN), called(ANN)).when(decideErase(ANN, true));
    waits
      .thenEvents([deleted(ANN), removed(ANN), requested(ANN)])
      .thenAnswer({ body: { ok: true, contact_id: ANN, deleted: true, erased_at: null } })
      .thenRow(CONTACTS, key, { live: 0, phone: PHONE, erasure: 'requested' })
      .thenRow(ERASURES, key, { pending: 1, erased_at: '' });
    const again = waits.and();
    again.when(decideErase(ANN, true)).thenNothing();
    again.when(decideEraseAfterCall(ANN)).thenNothing();
    again.workspace.append([ended(ANN)]);
    again.when(decideEraseAfterCall(ANN)).thenEvents([erased(ANN)]);
    expect(decideEraseAfterCall(ANN)(again.workspace).awaits).toEqual([]);
  });

  it('keeps the contact from being imported before the call has ended', () => {
    const state = workspace(called(ANN)).when(decideErase(ANN, true)).and();
    const imports = importContacts([{ contactId: ANN, phone: PHONE }]);
    state.when(imports).thenRefused('resource_conflict', '/contacts/0/contact_id');
  });
});

describe('the erasure of many contacts', () => {
  it('is one append, in which each is judged by itself', () => {
    const state = workspace(imported(CAT), added(ANN), added(CAT), called(BOB));
    const then = state.when(decideEraseAll([ANN, id(99), BOB, CAT], false));
    then.thenEvents([deleted(ANN), deleted(CAT), removed(ANN, CAT), erased(ANN), erased(CAT)]);
    const at = expect.any(String) as string;
    expect(then.answer().body).toEqual({
      ok: true,
      contacts: [
        { contact_id: ANN, result: 'erased', erased_at: at },
        { contact_id: id(99), result: 'not_found', erased_at: null },
        { contact_id: BOB, result: 'in_call', erased_at: null },
        { contact_id: CAT, result: 'erased', erased_at: at },
      ],
    });
    const later = then.and().when(decideEraseAll([ANN, BOB], true));
    later.thenEvents([deleted(BOB), requested(BOB)]);
    expect(later.answer().body).toMatchObject({ contacts: [{ result: 'erased' }, { result: 'after_call' }] });
  });
});

describe('the import of an erased contact', () => {
  const state = () => workspace().when(decideErase(ANN, false)).and();
  const again = importContacts([
    { contactId: BOB, phone: PHONE },
    { contactId: ANN, phone: '+12025550199' },
  ]);

  it('is refused until the erasure is completed: the key that is shredded would be that of the import', () => {
    state().when(again).thenRefused('resource_conflict', '/contacts/1/contact_id');
  });

  it('makes a new contact under the old number', () => {
    state().when(completes).and().when(again).thenRow(CONTACTS, key, {
      live: 1,
      phone: '+12025550199',
      name: null,
      erasure: 'none',
      erased_at: null,
      number: 1,
    });
  });
});

it('the completion of an erasure does not end the next one, of the contact that was imported again', () => {
  const first = workspace().when(decideErase(ANN, false)).and();
  const { erased_revision } = first.workspace.rows(ERASURES, [[TEST_WORKSPACE, ANN]])[0]!;
  const imports = importContacts([{ contactId: ANN, phone: PHONE }]);
  const second = first.when(completes).and().when(imports).and().when(decideErase(ANN, false)).and();
  second.when(completeErasure(ANN, erased_revision)).thenNothing();
  second.when(completes).thenTypes('ContactErasureCompleted');
});

it('an erasure is completed once', () => {
  const state = workspace().when(decideErase(ANN, false)).and();
  const completed = state.when(completes).thenTypes('ContactErasureCompleted');
  completed.and().when(completes).thenNothing();
  workspace().when(completes).thenNothing();
});
