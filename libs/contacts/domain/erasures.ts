import type { AwaitedRow, Collection, Instant, Recorded, RecordedEvent, Row } from '#kernel';
import type {
  ContactErased,
  ContactErasureAnnounced,
  ContactErasureCompleted,
  ContactErasureRequested,
} from './contact.js';

/**
 * The erasure of a contact, on the to-do list until it is completed (docs/reference/personal-data.md). The row stays:
 * it tells what of a contact that was imported again is older than its erasure.
 */
export interface ErasureRow extends Row {
  readonly workspace_id: string;
  readonly contact_id: string;
  /** 1 until it is completed. */
  readonly pending: 0 | 1;
  /** Of the last `ContactErased`; '' while the end of a call is awaited before the next one. */
  readonly erased_at: Instant;
  /** Revision of the last `ContactErased`; -1 before the first. */
  readonly erased_revision: number;
  /** Revision of the `ContactErased` before that one, of a contact that was imported again; -1: there is none. */
  readonly previous_revision: number;
  /** `up_to_number` of the last `ContactErasureAnnounced`; -1 before the first. */
  readonly announced_number: number;
  /** The last of its events that changed what is to be done, and the request behind it. */
  readonly event_id: string;
  readonly correlation_id: string;
}

export const ERASURES: Collection<ErasureRow> = {
  name: 'erasures',
  key: ['workspace_id', 'contact_id'],
  indexes: [{ name: 'pending', fields: ['pending', 'workspace_id', 'contact_id'] }],
};

/** The events of an erasure. */
export type ErasureEvent = ContactErasureRequested | ContactErased | ContactErasureAnnounced | ContactErasureCompleted;

const TYPES: readonly string[] = [
  'ContactErasureRequested',
  'ContactErased',
  'ContactErasureAnnounced',
  'ContactErasureCompleted',
] satisfies ErasureEvent['type'][];

/** Whether an event belongs to an erasure. */
export function isErasureEvent(event: RecordedEvent): event is Recorded<ErasureEvent> {
  return TYPES.includes(event.type);
}

/** The erasure after an event of its own. */
export function evolveErasure(row: ErasureRow | undefined, event: Recorded<ErasureEvent>): ErasureRow {
  const { id: event_id, revision, metadata, data } = event;
  const { workspace_id, occurred_at, correlation_id } = metadata;
  const { erased_at = '', erased_revision = -1, previous_revision = -1, announced_number = -1 } = row ?? {};
  const erasure: ErasureRow = {
    workspace_id,
    contact_id: data.contact_id,
    pending: 1,
    erased_at,
    erased_revision,
    previous_revision,
    announced_number,
    event_id,
    correlation_id,
    revision,
  };
  switch (event.type) {
    case 'ContactErasureRequested':
      // It may have been erased before, and imported again.
      return { ...erasure, erased_at: '' };
    case 'ContactErased':
      return {
        ...erasure,
        erased_at: occurred_at,
        erased_revision: revision,
        previous_revision: erased_revision,
      };
    case 'ContactErasureAnnounced':
      return { ...(row ?? erasure), announced_number: event.data.up_to_number, revision };
    case 'ContactErasureCompleted':
      return { ...erasure, pending: 0 };
    default:
      return event satisfies never;
  }
}

/**
 * Whether an event that names a contact is older than the contact's erasure.
 * @param revision of the event in the workspace's stream
 */
export function isBeforeErasure(revision: number, erasure: ErasureRow | undefined): boolean {
  return erasure !== undefined && revision < erasure.erased_revision;
}

/** The rows that the answer to an erasure waits for: until nothing personal is left. */
export function erasedAfter(workspaceId: string, contactIds: readonly string[]): readonly AwaitedRow[] {
  return contactIds.map((contactId) => ({
    collection: ERASURES,
    key: [workspaceId, contactId],
    isDone: (row) => (row as ErasureRow | undefined)?.pending === 0,
  }));
}
