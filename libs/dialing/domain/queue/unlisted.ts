import type { Collection, Instant, Recorded, RecordedEvent, Row } from '#kernel';
import { type ContactDeleted, type ContactImported, isContactEvent } from '#contacts/domain';
import {
  afterDispatch,
  afterDisposition,
  afterEnd,
  barredUntil,
  type ContactCap,
  type DialingFacts,
  NO_CALLS,
  OUT,
  QUEUE_INDEXES,
  type QueuePosition,
  queuePosition,
  type QueueSettings,
} from '#eligibility';
import {
  alsoOf,
  alsoPlacedBy,
  barToldOf,
  type CallParty,
  capToldOf,
  isFactOfCall,
  isMemberEvent,
  type MemberAdded,
  type MemberRemoved,
  zonesToldOf,
} from '#members/domain';
import type { CallDispatched, CallEnded, OutcomeApplied } from '../calls/call-events.js';

/**
 * A contact as a member of the queue of contacts without a list. These are a list of their own, in the order of contact
 * numbers, with attempts counted apart (docs/reference/dialing-rules.md#the-next-contact,
 * docs/reference/dialing-rules.md#scale).
 */
export interface UnlistedRow extends Row, DialingFacts, QueuePosition {
  readonly workspace_id: string;
  readonly contact_id: string;
  /** Always empty; the field in which a member has its list, so that both queues are read in the same way. */
  readonly smart_list_id: '';
  /** The contact number. */
  readonly number: number;
  /** When the contact was first imported. */
  readonly added_at: Instant;
  /** 0 once the contact is deleted. */
  readonly live: 0 | 1;
  /** Memberships that have not ended in the log: those of a deleted list count until its sweep has ended them. */
  readonly memberships: number;
}

export const UNLISTED: Collection<UnlistedRow> = {
  name: 'unlisted',
  key: ['workspace_id', 'contact_id'],
  ids: ['workspace_id', 'contact_id'],
  indexes: QUEUE_INDEXES,
};

export type UnlistedEvent =
  ContactImported | ContactDeleted | MemberAdded | MemberRemoved | CallDispatched | CallEnded | OutcomeApplied;

/**
 * Whether an event concerns contacts without a list: it changes which contacts have none, or calls that were dialed
 * from no list.
 */
export function isUnlistedEvent(event: RecordedEvent): event is Recorded<UnlistedEvent> {
  if (isContactEvent(event)) return event.type === 'ContactImported' || event.type === 'ContactDeleted';
  if (isMemberEvent(event)) return event.type === 'MemberAdded' || event.type === 'MemberRemoved';
  if (!isFactOfCall(event)) return false;
  return isOfNoList(event.data) || alsoOf(event).some(({ smart_list_id }) => smart_list_id === null);
}

/** Whether a call was dialed from no list; one that was registered was not dialed. */
function isOfNoList({ smart_list_id, member_number }: CallParty): boolean {
  return smart_list_id === null && member_number !== null;
}

/** The contacts whose rows an event names. */
export function contactsOfUnlisted(event: RecordedEvent): readonly string[] {
  if (!isUnlistedEvent(event)) return [];
  if (event.type === 'MemberRemoved') return event.data.contacts.map(({ contact_id }) => contact_id);
  if (!isFactOfCall(event)) return [event.data.contact_id];
  const also = alsoOf(event).flatMap(({ smart_list_id, contact_id }) => (smart_list_id === null ? contact_id : []));
  return isOfNoList(event.data) ? [event.data.contact_id, ...also] : also;
}

/** The contact after an event that names it, at its queue position by the current settings. */
export function evolveUnlisted(
  row: UnlistedRow | undefined,
  event: Recorded<UnlistedEvent>,
  contactId: string,
  settings: QueueSettings | undefined,
): UnlistedRow | undefined {
  const { occurred_at: at } = event.metadata;
  const also = row && alsoPlacedBy(event, null, contactId);
  if (also) {
    const { barred = null, zones = '' } = also;
    const placed = { ...row, barred_until: barredUntil(barred), zones, revision: event.revision };
    return { ...placed, ...positionOfUnlisted(placed, settings, at, also.capped_until) };
  }
  const next = applyEvent(row, event, contactId);
  if (!next) return undefined;
  const barred_until = barredUntil(barToldOf(event, contactId));
  const zones = zonesToldOf(event, contactId);
  const placed = { ...next, barred_until, zones };
  return { ...next, ...positionOfUnlisted(placed, settings, at, capToldOf(event, contactId)) };
}

/**
 * The position of a contact in the queue of contacts without a list at an instant.
 * @param contactCap of the contact
 */
export function positionOfUnlisted(
  row: UnlistedRow,
  settings: QueueSettings | undefined,
  at: Instant,
  contactCap: ContactCap,
): QueuePosition {
  if (!settings) return OUT;
  const { limits, zone } = settings;
  return queuePosition(row, limits, row.live === 1 && row.memberships === 0, { at, zone }, contactCap);
}

function applyEvent(
  row: UnlistedRow | undefined,
  event: Recorded<UnlistedEvent>,
  contactId: string,
): UnlistedRow | undefined {
  const { revision, metadata } = event;
  const { workspace_id, occurred_at: at } = metadata;
  switch (event.type) {
    case 'ContactImported':
      return row
        ? { ...row, live: 1, revision }
        : {
            workspace_id,
            contact_id: contactId,
            smart_list_id: '',
            number: revision,
            added_at: at,
            live: 1,
            memberships: 0,
            state: 'out',
            due: 0,
            barred_until: 0,
            callback_due: 0,
            scheduled_until: 0,
            capped_until: 0,
            windowed_until: 0,
            limited_until: 0,
            zones: '',
            ...NO_CALLS,
            revision,
          };
    case 'ContactDeleted':
      return row && { ...row, live: 0, revision };
    case 'MemberAdded':
      return row && { ...row, memberships: row.memberships + 1, revision };
    case 'MemberRemoved': {
      const left = event.data.contacts.find(({ contact_id }) => contact_id === contactId)!.lists.length;
      return row && { ...row, memberships: row.memberships - left, revision };
    }
    case 'CallDispatched':
      return row && { ...afterDispatch(row, at), revision };
    case 'CallEnded':
      return row && { ...afterEnd(row, event.data, at), revision };
    case 'OutcomeApplied': {
      const { outcome_type, retry_seconds = null } = event.data.outcome;
      if (outcome_type !== 'disposition' || !row) return row;
      return { ...afterDisposition(row, event.data.call_id, retry_seconds), revision };
    }
    default:
      return event satisfies never;
  }
}
