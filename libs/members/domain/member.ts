import type { Collection, Instant, Recorded, Row } from '#kernel';
import {
  afterDispatch,
  afterDisposition,
  afterEnd,
  afterListResets,
  afterReset,
  barredUntil,
  type Callback,
  type ContactCap,
  type DialingFacts,
  type DialingLimits,
  LEFT,
  NO_CALLS,
  OUT,
  OWNER_INDEX,
  QUEUE_INDEXES,
  QUEUE_TALLIES,
  type QueuePosition,
  queuePosition,
  type QueueSettings,
} from '#eligibility';
import { barToldOf } from './bars.js';
import { alsoPlacedBy, capToldOf } from './caps.js';
import { zonesToldOf } from './lane-zones.js';
import type { LastDisposition, MemberCallEvent } from './member-calls.js';
import type { MemberEvent, MemberSource, RemovedReason } from './member-events.js';

/**
 * A contact's newest membership of a list, and for life the facts of the calls from there: a membership that ends and
 * begins again does not change them (docs/reference/dialing-rules.md#terms). A reset of the whole list changes no row:
 * {@link afterResets} gives the row as it counts.
 * @see docs/adr/0014-a-member-carries-its-calls.md
 */
export interface MemberRow extends Row, DialingFacts, QueuePosition {
  readonly workspace_id: string;
  readonly smart_list_id: string;
  readonly contact_id: string;
  /** 0 once ended in the log. A membership of a deleted list does not count, even if this is 1. */
  readonly active: 0 | 1;
  /** Member number: revision of the event that began the membership. */
  readonly number: number;
  readonly source: MemberSource;
  readonly added_at: Instant;
  readonly removed_reason: RemovedReason | null;
  readonly last_disposition: LastDisposition | null;
  readonly callback: Callback | null;
  /** The owner of the callback as an indexed field; '' without one. */
  readonly callback_agent: string;
  /** Revision up to which the resets of the whole list are in `attempt_count` and `in_call`. */
  readonly settled_revision: number;
  /**
   * Revision of the last event of a call that was dialed from this membership, not from an earlier one; -1 without one.
   */
  readonly call_revision: number;
}

/**
 * `by_number`: members of a list in their order, the active (1) and the removed (0) apart. `by_contact`: the lists that
 * a contact is on. `by_attempts`: members of a list by their attempts, the fewest first; of those with alike attempts
 * first the ones that were settled longest ago. `owned`: the callbacks of an agent. `queue` and `due` give candidates
 * to dial, of a list and of the workspace: exact as of the row's last event or its last re-indexing, so each candidate
 * is judged.
 */
export const MEMBERS: Collection<MemberRow> = {
  name: 'members',
  key: ['workspace_id', 'smart_list_id', 'contact_id'],
  ids: ['workspace_id', 'smart_list_id', 'contact_id'],
  indexes: [
    { name: 'by_number', fields: ['workspace_id', 'smart_list_id', 'active', 'number'], unique: true },
    { name: 'by_contact', fields: ['workspace_id', 'contact_id', 'active', 'smart_list_id'] },
    { name: 'by_attempts', fields: ['workspace_id', 'smart_list_id', 'active', 'attempt_count', 'settled_revision'] },
    OWNER_INDEX,
    ...QUEUE_INDEXES,
  ],
  tallies: QUEUE_TALLIES,
  refersTo: ['contacts', 'smart_lists'],
};

/** The membership after an event that names it, at its queue position by the current settings. */
export function evolveMember(
  row: MemberRow | undefined,
  event: Recorded<MemberEvent | MemberCallEvent>,
  settings: QueueSettings | undefined,
): MemberRow | undefined {
  const { occurred_at: at } = event.metadata;
  const also = row && alsoPlacedBy(event, row.smart_list_id, row.contact_id);
  if (also) {
    const { barred = null, zones = '' } = also;
    const placed = { ...row, barred_until: barredUntil(barred), zones, revision: event.revision };
    return { ...placed, ...positionOfMember(placed, settings, at, also.capped_until) };
  }
  const next = applyEvent(row, event);
  if (!next) return undefined;
  // At every event, also where the position stays the same: the position in the row may have been amended since.
  const barred_until = barredUntil(barToldOf(event, next.contact_id));
  const zones = zonesToldOf(event, next.contact_id);
  const cap = capToldOf(event, next.contact_id);
  return { ...next, ...positionOfMember({ ...next, barred_until, zones }, settings, at, cap) };
}

/**
 * The queue position of a member at an instant. Not called for deleted lists.
 * @param contactCap of its contact
 */
export function positionOfMember(
  row: MemberRow,
  settings: QueueSettings | undefined,
  at: Instant,
  contactCap: ContactCap,
): QueuePosition {
  if (row.active === 0) return LEFT;
  if (!settings) return OUT;
  const { limits, zone } = settings;
  return queuePosition(afterResets(row, limits), limits, true, { at, zone }, contactCap);
}

/**
 * A member with the attempts that count by the resets of its list (docs/reference/dialing-rules.md#reset). What
 * looks at `attempt_count` or `in_call` of a row takes them from here. A member that has left is reset no more.
 * @param limits the current settings of its list
 */
export function afterResets(row: MemberRow, { resets = [] }: Pick<DialingLimits, 'resets'>): MemberRow {
  return row.active === 1 ? afterListResets(row, resets) : row;
}

function applyEvent(row: MemberRow | undefined, event: Recorded<MemberEvent | MemberCallEvent>): MemberRow | undefined {
  const { revision, metadata } = event;
  const { occurred_at: at } = metadata;
  switch (event.type) {
    case 'MemberAdded': {
      const { smart_list_id, contact_id, source } = event.data;
      return {
        workspace_id: metadata.workspace_id,
        smart_list_id,
        contact_id,
        source,
        active: 1,
        number: revision,
        added_at: at,
        removed_reason: null,
        settled_revision: revision,
        call_revision: -1,
        callback: null,
        callback_agent: '',
        state: 'out',
        due: 0,
        barred_until: 0,
        callback_due: 0,
        scheduled_until: 0,
        capped_until: 0,
        windowed_until: 0,
        limited_until: 0,
        zones: '',
        // Last: an object that begins with a spread and gets more fields than that had costs a hundred times as long.
        ...lifelong(row ?? NEVER_CALLED),
        revision,
      };
    }
    case 'MemberRemoved': {
      const { reason, lists, resets = [] } = event.data;
      const ofList = resets.filter(({ list }) => lists[list] === row?.smart_list_id);
      return (
        row && { ...afterResets(row, { resets: ofList }), active: 0, removed_reason: reason, ...NO_CALLBACK, revision }
      );
    }
    case 'MembersReset':
      return row && { ...afterReset(row), settled_revision: revision, revision };
    case 'CallbackSet': {
      const { callback_at, agent_id, owner_seconds } = event.data;
      return (
        row && { ...row, callback: { callback_at, agent_id, owner_seconds }, callback_agent: agent_id ?? '', revision }
      );
    }
    case 'CallbackCleared':
      return row && { ...row, ...NO_CALLBACK, revision };
    case 'CallDispatched': {
      const call_revision = row && callRevision(row, event);
      const dispatched = row && afterDispatch(row, at, event.data.attempt_number);
      // The dispatch of a callback is its end, and a member that has one is dispatched for nothing else.
      return (
        dispatched && {
          ...dispatched,
          ...NO_CALLBACK,
          settled_revision: revision,
          call_revision: call_revision!,
          revision,
        }
      );
    }
    case 'CallEnded':
      return row && afterEndOfCall(row, event);
    case 'OutcomeApplied': {
      const { outcome_id, outcome_name, outcome_type, retry_seconds = null } = event.data.outcome;
      if (outcome_type !== 'disposition' || !row) return row;
      const applied = afterDisposition(row, event.data.call_id, retry_seconds);
      const last_disposition = { outcome_id, outcome_name };
      return { ...applied, last_disposition, call_revision: callRevision(row, event), revision };
    }
    case 'SweepAdvanced':
      return row;
    default:
      return event satisfies never;
  }
}

/** An attempt that is given back is taken from the count by what that was: resets since the dispatch come first. */
function afterEndOfCall(row: MemberRow, event: Recorded<Extract<MemberCallEvent, { readonly type: 'CallEnded' }>>) {
  const { data, metadata, revision } = event;
  const ended = afterEnd(afterResets(row, data), data, metadata.occurred_at);
  const settled_revision = data.result === 'not_placed' ? revision : row.settled_revision;
  return { ...ended, settled_revision, call_revision: callRevision(row, event), revision };
}

/** A call may outlive the membership it was dialed from, and end after the contact has become a member again. */
function callRevision(row: MemberRow, { data, revision }: Recorded<MemberCallEvent>): number {
  return data.member_number === row.number ? revision : row.call_revision;
}

const NO_CALLBACK = { callback: null, callback_agent: '' } as const;

type Lifelong = DialingFacts & Pick<MemberRow, 'last_disposition'>;

const NEVER_CALLED: Lifelong = { ...NO_CALLS, last_disposition: null };

/** The fields that are kept when a membership ends and begins again. */
function lifelong(row: Lifelong): Lifelong {
  const { attempt_count, recent_attempts, attempt_times, last_attempt_at, last_end, in_call, last_disposition } = row;
  return { attempt_count, recent_attempts, attempt_times, last_attempt_at, last_end, in_call, last_disposition };
}
