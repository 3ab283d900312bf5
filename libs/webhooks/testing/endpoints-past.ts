import type { DomainEvent } from '#kernel';
import { testId } from '#kernel/testing';
import { CONTACT_PROJECTIONS } from '#contacts/projections';
import { WORKSPACES_PROJECTIONS } from '#workspaces/projections';
import { ENDPOINT_PROJECTIONS } from '../projections/index.js';

export const [ONE, TWO] = [testId(701), testId(702)] as const;
export const [ANN, BOB] = [testId(711), testId(712)] as const;

/** The projections that decisions on endpoints read. */
export const AROUND_ENDPOINTS = [...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS, ...ENDPOINT_PROJECTIONS];

export const happened = (type: string, data: object): DomainEvent => ({ type, data });
export const created = (endpoint_id: string, ...event_types: readonly string[]): DomainEvent =>
  happened('WebhookEndpointCreated', {
    ...{ endpoint_id, url: `https://example.com/${endpoint_id}`, event_types, description: null },
    ciphertext: 'sealed',
  });
/** A registered call of a contact ends. */
export const ended = (contact_id: string, result = 'busy'): DomainEvent =>
  happened('CallEnded', {
    ...{ call_id: testId(720), contact_id, smart_list_id: null, member_number: null, result },
    ...{ dispatched_at: '2030-01-01T00:00:00.000Z', wrap_up_expires_at: null },
  });
/** Contacts are moved from one list to another by the waterfall. */
export const moved = (count: number): DomainEvent =>
  happened('MemberRemoved', {
    ...{ reason: 'moved_by_waterfall', lists: ['spring'], to_list_id: 'autumn' },
    contacts: Array.from({ length: count }, (_, n) => ({ contact_id: testId(2_000 + n), lists: [0] })),
  });
export const imported = (contact_id: string): DomainEvent =>
  happened('ContactImported', { contact_id, phone: '+12025550100', name: null });
export const deleted = (contact_id: string): DomainEvent => happened('ContactDeleted', { contact_id });
export const erased = (contact_id: string): DomainEvent => happened('ContactErased', { contact_id });
