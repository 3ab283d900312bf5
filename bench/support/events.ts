import { v7 } from 'uuid';
import { ZONES_TABLE, zonesOfNumber } from '#eligibility';
import type { DomainEvent, EventMetadata, NewEvent } from '../../libs/kernel/index.js';

/** A UUID derived from a number, so that sets of ids need not be stored. */
export function numberedId(kind: number, number: number): string {
  return `0000000${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** A phone number derived from a number. */
export function numberedPhone(number: number): string {
  return `+49${(1_000_000_000 + number).toString()}`;
}

/** Metadata as the service writes it for a request without an Idempotency-Key. */
export function metadata(workspaceId: string, occurred_at = '2026-01-05T09:00:00.000Z'): EventMetadata {
  return {
    schema_version: 1,
    workspace_id: workspaceId,
    occurred_at,
    actor: { kind: 'system', id: 'bench' },
    correlation_id: numberedId(9, 1),
    causation_id: null,
  };
}

/** An event with a new id, ready to be appended. */
export function newEvent(event: DomainEvent, meta: EventMetadata): NewEvent {
  return { id: v7(), type: event.type, data: event.data, metadata: meta };
}

/** The clocks that events tell of a contact: absent where the workspace has no calling hours. */
export interface Clocks {
  readonly zones?: string;
}

/** The most frequent event: a new member of a list. */
export function memberAdded(listId: string, contactId: string, clocks: Clocks = {}): DomainEvent {
  return { type: 'MemberAdded', data: { smart_list_id: listId, contact_id: contactId, source: 'api', ...clocks } };
}

/** A contact with only a phone number. */
export function contactImported(contactId: string, phone: string, clocks: Clocks = {}): DomainEvent {
  const zonesOfPhone = { phone_zones: zonesOfNumber(phone), zones_table: ZONES_TABLE };
  return { type: 'ContactImported', data: { contact_id: contactId, phone, name: null, ...zonesOfPhone, ...clocks } };
}
