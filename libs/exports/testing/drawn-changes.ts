import fc from 'fast-check';
import type { DomainEvent } from '#kernel';
import { testId } from '#kernel/testing';
import type { Outline } from './outline.js';

const CONTACTS = 6;
/** The lists of a history. */
export const LISTS = [testId(201), testId(202)] as const;
const LEASE = '2025-01-01T02:00:00.000Z';
const ACTIONS = [
  ...['import', 'import', 'details', 'delete', 'erase', 'add', 'add', 'add', 'remove', 'reset'],
  ...['dispatch', 'dispatch', 'register', 'end', 'end', 'outcome', 'complete', 'heartbeat', 'call_details'],
] as const;

/** One change of a workspace: what cannot be done where things stand changes nothing. */
export interface Change {
  readonly action: (typeof ACTIONS)[number];
  readonly contact: number;
  readonly list: 0 | 1;
  /** Tells values apart. */
  readonly salt: number;
}

export const drawnChange: fc.Arbitrary<Change> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  contact: fc.integer({ min: 1, max: CONTACTS }),
  list: fc.constantFrom(0, 1),
  salt: fc.nat({ max: 99 }),
});

const event = (type: string, data: object): DomainEvent => ({ type, data });

/** The events of a change, as the service would append them. */
export function eventsOf({ action, contact, list, salt }: Change, outline: Outline): readonly DomainEvent[] {
  const contact_id = testId(100 + contact);
  const smart_list_id = LISTS[list];
  const has = outline.contacts.get(contact_id);
  const isLive = has?.isLive === true;
  const call = outline.lastCallOf(contact_id);
  const phone = `+120255501${String(salt).padStart(2, '0')}`;
  const name = salt % 3 === 0 ? null : `Name ${salt}`;
  const party = call && { call_id: call.id, contact_id, smart_list_id: call.list, member_number: call.list && 1 };
  switch (action) {
    case 'import':
      if (isLive) return [event('ContactChanged', { contact_id, phone, old_phone: null, name })];
      return has?.isErasing
        ? []
        : [event('ContactImported', { contact_id, phone, name }), ...details(contact_id, salt)];
    case 'details':
      return isLive ? details(contact_id, salt + 1) : [];
    case 'delete':
      return isLive ? deleted(contact_id, outline) : [];
    case 'erase':
      if (!has || has.isErasing || call?.state === 'in_progress') return [];
      return [...(isLive ? deleted(contact_id, outline) : []), ...erased(contact_id, outline)];
    case 'add':
      return isLive && !has.lists.has(smart_list_id)
        ? [event('MemberAdded', { smart_list_id, contact_id, source: 'api' })]
        : [];
    case 'remove':
      return has?.lists.has(smart_list_id) ? [removed('removed_by_request', contact_id, [smart_list_id])] : [];
    case 'reset':
      return has?.lists.has(smart_list_id) ? [event('MembersReset', { smart_list_id, contact_ids: [contact_id] })] : [];
    case 'dispatch':
    case 'register': {
      if (!isLive || call?.state === 'in_progress') return [];
      const begun = { call_id: testId(400 + outline.calls.length), contact_id, phone, lease_expires_at: LEASE };
      if (action === 'register') return [event('CallRegistered', begun)];
      if (!has.lists.has(smart_list_id)) return [];
      const snapshot = { smart_list_id, name: 'L', priority: 'high', member_number: 1 };
      return [event('CallDispatched', { ...begun, smart_list_id, member_number: 1, attempt_number: 1, snapshot })];
    }
    case 'end':
      if (call?.state !== 'in_progress') return [];
      return [event('CallEnded', { ...party, result: 'answered', dispatched_at: LEASE, wrap_up_expires_at: LEASE })];
    case 'outcome': {
      if (!call || call.state === 'completed') return [];
      const outcome = { outcome_id: testId(301), outcome_name: `O ${salt}`, outcome_type: 'disposition' };
      return [event('OutcomeApplied', { ...party, sequence: 1, outcome })];
    }
    case 'complete':
      return call?.state === 'ended' ? [event('CallCompleted', { ...party, by: 'wrap_up' })] : [];
    case 'heartbeat': {
      const lease_expires_at = `2025-01-01T03:00:00.0${String(salt).padStart(2, '0')}Z`;
      return call?.state === 'in_progress' ? [event('CallHeartbeat', { call_id: call.id, lease_expires_at })] : [];
    }
    case 'call_details':
      if (!call || call.isErased) return [];
      return [event('CallDetailsRecorded', { call_id: call.id, contact_id, dispatched_at: LEASE, notes: `n ${salt}` })];
    default:
      return action satisfies never;
  }
}

function details(contact_id: string, salt: number): readonly DomainEvent[] {
  const attributes = { tier: salt % 2 === 0 ? 'gold' : 'silver', visits: salt };
  const fields = { external_id: `crm ${contact_id} ${salt}`, phone_label: null, further_phones: [], time_zone: null };
  return salt % 4 === 0 ? [] : [event('ContactDetailsChanged', { contact_id, slots: [], ...fields, attributes })];
}

function removed(reason: string, contact_id: string, lists: readonly string[]): DomainEvent {
  return event('MemberRemoved', { reason, lists, contacts: [{ contact_id, lists: lists.map((_, n) => n) }] });
}

function deleted(contact_id: string, outline: Outline): readonly DomainEvent[] {
  const lists = [...outline.contacts.get(contact_id)!.lists];
  const ends = lists.length === 0 ? [] : [removed('contact_deleted', contact_id, lists)];
  return [...ends, event('ContactDeleted', { contact_id })];
}

/** An erasure that is completed at once: the contact may be imported again. */
function erased(contact_id: string, outline: Outline): readonly DomainEvent[] {
  const call_ids = outline.calls.filter(({ contact }) => contact === contact_id).map(({ id }) => id);
  return [
    event('ContactErased', { contact_id }),
    ...(call_ids.length === 0 ? [] : [event('CallsErased', { contact_id, call_ids })]),
    event('ContactErasureCompleted', { contact_id }),
  ];
}
