import { DomainError, type DomainEvent } from '#kernel';
import { TEST_WORKSPACE, TestWorkspace } from '#kernel/testing';
import { withinQuotas } from '#workspaces';
import { type Quotas, WORKSPACE_DEFAULTS, WORKSPACE_USE } from '#workspaces/domain';
import { PROJECTIONS } from './catalogue.js';

const use = PROJECTIONS.find(({ collection }) => collection.name === WORKSPACE_USE.name)!;
const workspaces = PROJECTIONS.find(({ collection }) => collection.name === 'workspaces')!;
const [ANN, BOB, SPRING, AUTUMN] = ['ann', 'bob', 'spring', 'autumn'];

const happened = (type: string, data: object = {}): DomainEvent => ({ type, data });
const imported = (contact_id: string): DomainEvent => happened('ContactImported', { contact_id });
const added = (smart_list_id: string, contact_id: string): DomainEvent =>
  happened('MemberAdded', { smart_list_id, contact_id, source: 'api' });
const removed = (lists: readonly string[], contacts: readonly (readonly [string, readonly number[]])[]): DomainEvent =>
  happened('MemberRemoved', {
    reason: 'removed_by_request',
    lists,
    contacts: contacts.map(([contact_id, indexes]) => ({ contact_id, lists: indexes })),
  });
const called = (call_id: string): DomainEvent => happened('CallRegistered', { call_id });
const completed = (call_id: string): DomainEvent => happened('CallCompleted', { call_id });
const requested = happened('DeliveryRequested');

/** A workspace with small quotas, and these events. */
function workspace(quotas: Partial<Quotas>, ...events: readonly DomainEvent[]): TestWorkspace {
  const settings = { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS };
  const created = happened('WorkspaceCreated', { ...settings, quotas: { ...settings.quotas, ...quotas } });
  return new TestWorkspace([workspaces, use]).append([created, ...events]);
}

function useIn(view: TestWorkspace) {
  const { contacts, members, open_calls, deliveries_requested } = view.rows(WORKSPACE_USE, [[TEST_WORKSPACE]])[0]!;
  return { contacts, members, open_calls, deliveries_requested };
}

/** The refusal of these events, or undefined. */
function refusal(view: TestWorkspace, events: readonly DomainEvent[], waiting = 0): DomainError | undefined {
  const check = withinQuotas({ lastCounted: () => waiting })(view);
  view.append(events);
  try {
    check(events.length);
    return undefined;
  } catch (error) {
    return error as DomainError;
  }
}

it('what a workspace holds is counted from the events of every slice', () => {
  const dispatched = happened('CallDispatched', { call_id: 'c2' });
  const view = workspace({}, imported(ANN), imported(BOB), happened('ContactChanged'), called('c1'), dispatched);
  view.append([added(SPRING, ANN), added(AUTUMN, ANN), added(SPRING, BOB), requested, requested]);
  expect(useIn(view)).toEqual({ contacts: 2, members: 3, open_calls: 2, deliveries_requested: 2 });
  view.append([happened('CallEnded', { call_id: 'c1' }), completed('c1')]);
  view.append([happened('ContactDeleted', { contact_id: ANN }), removed([SPRING, AUTUMN], [[ANN, [0, 1]]])]);
  expect(useIn(view)).toEqual({ contacts: 1, members: 1, open_calls: 1, deliveries_requested: 2 });
  view.append([imported(ANN), removed([SPRING], [[BOB, [0]]])]);
  expect(useIn(view)).toEqual({ contacts: 2, members: 0, open_calls: 1, deliveries_requested: 2 });
});

describe('a write is checked against the quotas', () => {
  it('up to the limit, and no further', () => {
    expect(refusal(workspace({ contacts: 2 }, imported(ANN)), [imported(BOB)])).toBeUndefined();
    expect(refusal(workspace({ contacts: 1 }, imported(ANN)), [imported(BOB)])).toMatchObject({
      code: 'quota_exceeded',
      detail: 'The quota contacts of this workspace is 1 contacts; 1 are in use.',
    });
    expect(refusal(workspace({ members: 1 }), [added(SPRING, ANN), added(SPRING, BOB)])?.code).toBe('quota_exceeded');
    expect(refusal(workspace({ open_calls: 0 }), [called('c')])?.code).toBe('quota_exceeded');
  });

  it('and never refused for what it does not add to, also far above a lowered quota', () => {
    const full = () =>
      workspace({ contacts: 0, members: 0, open_calls: 0 }, imported(ANN), added(SPRING, ANN), called('c'));
    const move = [removed([SPRING], [[ANN, [0]]]), added(AUTUMN, ANN)];
    expect(refusal(full(), [completed('c'), ...move])).toBeUndefined();
    expect(refusal(full(), [removed([SPRING], [[ANN, [0]]])])).toBeUndefined();
    expect(refusal(full(), [happened('ContactChanged')])).toBeUndefined();
    expect(refusal(full(), [added(AUTUMN, ANN)])?.code).toBe('quota_exceeded');
  });

  it('with their current values', () => {
    const view = workspace({ contacts: 0 });
    expect(refusal(view, [imported(ANN)])?.code).toBe('quota_exceeded');
    view.append([happened('WorkspaceChanged', { changes: { quotas: { contacts: 9 } } })]);
    expect(refusal(view, [imported(BOB)])).toBeUndefined();
  });

  it('of deliveries by the last count, once more were requested in all than may wait', () => {
    const quotas = { deliveries_waiting: 2 };
    const refused =
      (...past: readonly DomainEvent[]) =>
      (waiting: number) =>
        refusal(workspace(quotas, ...past), [requested], waiting);
    expect(refused(requested)(2)).toBeUndefined();
    expect(refused(requested, requested)(1)).toBeUndefined();
    expect(refused(requested, requested)(2)?.detail).toBe(
      'The quota deliveries_waiting of this workspace is 2 waiting webhook deliveries; 2 are in use.',
    );
    expect(refusal(workspace(quotas, requested, requested), [imported(ANN)], 2)).toBeUndefined();
  });
});
