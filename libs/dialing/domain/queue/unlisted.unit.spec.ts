import fc from 'fast-check';
import type { DomainEvent } from '#kernel';
import { testId as id, TestWorkspace } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts';
import { MEMBER_PROJECTIONS } from '#members';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { unlistedProjection } from '../../projections/unlisted.projection.js';
import { ANN, BOB, event, past, SPRING, WINTER } from '../../testing/past.js';
import { UNLISTED, type UnlistedRow } from './unlisted.js';

const PROJECTIONS = [
  ...WORKSPACES_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  unlistedProjection,
];
const LISTS = [SPRING, WINTER, id(77)];
const CONTACTS = [ANN, BOB];

type Step = {
  readonly kind: 'import' | 'delete' | 'add' | 'leave' | 'leave_all';
  readonly who: number;
  readonly list: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('import', 'delete', 'add', 'leave', 'leave_all'),
  who: fc.nat(CONTACTS.length - 1),
  list: fc.nat(LISTS.length - 1),
});

/** The contacts that exist, and their lists, as simple as possible. */
class Model {
  readonly live = new Set(CONTACTS);
  readonly lists = new Map(CONTACTS.map((contact) => [contact, new Set<string>()]));

  /** The events of a step in the current state; none where the service would refuse it. */
  events({ kind, who, list }: Step): readonly DomainEvent[] {
    const contact = CONTACTS[who]!;
    const on = this.lists.get(contact)!;
    const left = (lists: readonly string[]): DomainEvent =>
      event('MemberRemoved', {
        reason: 'removed_by_request',
        lists,
        contacts: [{ contact_id: contact, lists: lists.map((_each, index) => index) }],
      });
    switch (kind) {
      case 'import':
        if (this.live.has(contact)) return [];
        this.live.add(contact);
        return [event('ContactImported', { contact_id: contact, phone: '+12025550100', name: null })];
      case 'delete': {
        if (!this.live.delete(contact)) return [];
        const lists = [...on];
        on.clear();
        const gone = event('ContactDeleted', { contact_id: contact });
        return lists.length > 0 ? [gone, left(lists)] : [gone];
      }
      case 'add':
        if (!this.live.has(contact) || on.has(LISTS[list]!)) return [];
        on.add(LISTS[list]!);
        return [event('MemberAdded', { smart_list_id: LISTS[list]!, contact_id: contact, source: 'api' })];
      case 'leave':
        return on.delete(LISTS[list]!) ? [left([LISTS[list]!])] : [];
      case 'leave_all': {
        const lists = [...on];
        on.clear();
        return lists.length > 0 ? [left(lists)] : [];
      }
      default:
        return kind satisfies never;
    }
  }
}

const rowOf = (workspace: TestWorkspace, contact: string): UnlistedRow =>
  workspace.rows(UNLISTED, [[workspace.workspaceId, contact]])[0]!;

describe('contacts without a list', () => {
  it('are in the queue while they exist and are on no list, by the number of their first import', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const workspace = new TestWorkspace(PROJECTIONS).append(past);
        const model = new Model();
        const numbers = CONTACTS.map((contact) => rowOf(workspace, contact).number);
        for (const each of steps) workspace.append(model.events(each));
        CONTACTS.forEach((contact, at) => {
          const queued = model.live.has(contact) && model.lists.get(contact)!.size === 0;
          expect(rowOf(workspace, contact)).toMatchObject({
            number: numbers[at],
            state: queued ? 'ready' : 'out',
            due: 0,
          });
        });
      }),
    );
  });

  it('a call from no list is counted, for life; a registered one and one from a list are not', () => {
    const call = {
      call_id: id(90),
      contact_id: ANN,
      phone: '+12025550101',
      lease_expires_at: '2030-01-01T02:00:00.000Z',
    };
    const dispatched = (smart_list_id: string | null, member_number: number): DomainEvent =>
      event('CallDispatched', {
        ...call,
        smart_list_id,
        member_number,
        attempt_number: 1,
        snapshot: { priority: null },
      });
    const end = (smart_list_id: string | null, member_number: number | null, result = 'busy'): DomainEvent =>
      event('CallEnded', {
        call_id: call.call_id,
        contact_id: ANN,
        smart_list_id,
        member_number,
        result,
        dispatched_at: '2030-01-01T00:00:00.000Z',
        wrap_up_expires_at: null,
      });
    const workspace = new TestWorkspace(PROJECTIONS).append(past);
    const before = rowOf(workspace, ANN);
    workspace.append([event('CallRegistered', call), end(null, null), dispatched(SPRING, 5), end(SPRING, 5)]);
    expect(rowOf(workspace, ANN)).toEqual(before);
    workspace.append([dispatched(null, before.number)]);
    expect(rowOf(workspace, ANN)).toMatchObject({ attempt_count: 1, in_call: 1, state: 'out' });
    const during = rowOf(workspace, ANN);
    workspace.append([event('MembersReset', { smart_list_id: SPRING, contact_ids: [ANN] })]);
    expect(rowOf(workspace, ANN)).toEqual(during);
    workspace.append([end(null, before.number, 'not_placed')]);
    // A day's gap, by the default settings of contacts without a list.
    const due = Date.parse(workspace.now) + 86_400_000;
    expect(rowOf(workspace, ANN)).toMatchObject({ attempt_count: 0, in_call: 0, state: 'waiting', due });
  });
});
