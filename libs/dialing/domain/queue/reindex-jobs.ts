import type { AwaitedRow, Collection, Decide, DomainEvent, Recorded, RecordedEvent, Row, WorkspaceView } from '#kernel';
import type { CallingHoursCreated } from '#calling-hours/domain';
import type { ContactChanged, ContactDetailsChanged } from '#contacts/domain';
import type { DoNotCallAdded, DoNotCallChanged, DoNotCallRemoved, HoldersNamed } from '#do-not-call/domain';
import type { DialingLimits } from '#eligibility';
import type { SmartListChanged, SmartListReset } from '#smart-lists/domain';
import type { WorkspaceChanged } from '#workspaces/domain';
import type { CallDispatched, CallEnded } from '../calls/call-events.js';
import { tellPlaces } from './place-hints.js';

/**
 * The rows whose queue positions must be recomputed, since settings that they depend on have changed
 * (docs/reference/consistency.md#projections): the members of a list, by its id; the contacts without a list; every row
 * whose position depends on the time zone; the rows of a contact, or all rows, whose numbers and attempts are to be
 * looked up.
 */
export type ReindexScope = string;
export const UNLISTED_SCOPE: ReindexScope = 'unlisted';
export const ZONE_SCOPE: ReindexScope = 'zone';
/**
 * Every row: the limits of a contact have changed, the workspace has its first calling hours, or a number of more
 * contacts than an event names is barred, free again, or at its limits.
 */
export const NUMBERS_SCOPE: ReindexScope = 'numbers';
const CONTACT = 'contact:';

/**
 * The rows of one contact, whose number is barred or free again, whose limits are reached or free again, or who has
 * other clocks.
 */
export function contactScope(contactId: string): ReindexScope {
  return `${CONTACT}${contactId}`;
}

/** The contact of a scope; undefined: it is another one. */
export function contactOfScope(scope: ReindexScope): string | undefined {
  return scope.startsWith(CONTACT) ? scope.slice(CONTACT.length) : undefined;
}

/**
 * A scope on the to-do list of re-indexing. `pending` is 1 until all positions follow the settings of this revision;
 * then 0, or 2 where a write of an earlier walk may still arrive, by older settings: the scope is walked once more when
 * it no longer can (docs/adr/0018-places-are-found-anew-from-a-to-do-list.md).
 */
export interface ReindexJobRow extends Row {
  readonly workspace_id: string;
  readonly scope: ReindexScope;
  readonly pending: 0 | 1 | 2;
}

export const REINDEX_JOBS: Collection<ReindexJobRow> = {
  name: 'requeues',
  key: ['workspace_id', 'scope'],
  indexes: [{ name: 'pending', fields: ['pending', 'workspace_id', 'scope'] }],
};

const UNSETTLED = [1, 2] as const satisfies readonly ReindexJobRow['pending'][];

/** The changes on which queue positions may depend, of other rows than those that the event names. */
export type ReindexEvent =
  | SmartListChanged
  | SmartListReset
  | WorkspaceChanged
  | CallingHoursCreated
  | ContactChanged
  | ContactDetailsChanged
  | DoNotCallAdded
  | DoNotCallChanged
  | DoNotCallRemoved
  | CallDispatched
  | CallEnded;

const TYPES: readonly string[] = [
  'SmartListChanged',
  'SmartListReset',
  'WorkspaceChanged',
  'CallingHoursCreated',
  'ContactChanged',
  'ContactDetailsChanged',
  'DoNotCallAdded',
  'DoNotCallChanged',
  'DoNotCallRemoved',
  'CallDispatched',
  'CallEnded',
] satisfies ReindexEvent['type'][];

/** Whether an event is of a type that may change queue positions. */
export function mayReindex(event: DomainEvent): event is ReindexEvent;
export function mayReindex(event: RecordedEvent): event is Recorded<ReindexEvent>;
export function mayReindex(event: DomainEvent): boolean {
  return TYPES.includes(event.type);
}

/** The scopes whose positions a change makes wrong. */
export function reindexScopes({ type, data }: ReindexEvent): readonly ReindexScope[] {
  switch (type) {
    case 'SmartListChanged':
      return concernsPlaces(data.changes) ? [data.smart_list_id] : [];
    case 'SmartListReset':
      return [data.smart_list_id];
    case 'WorkspaceChanged': {
      const { time_zone, contact_windows, unlisted = {} } = data.changes;
      return [
        ...(time_zone === undefined ? [] : [ZONE_SCOPE]),
        ...(contact_windows === undefined ? [] : [NUMBERS_SCOPE]),
        ...(concernsPlaces(unlisted) ? [UNLISTED_SCOPE] : []),
      ];
    }
    case 'CallingHoursCreated':
      return data.first ? [NUMBERS_SCOPE] : [];
    case 'ContactChanged': {
      const { barred, capped_until, zones } = data;
      const isMoved = [barred, capped_until, zones].some((told) => told !== undefined);
      return isMoved ? [contactScope(data.contact_id)] : [];
    }
    case 'ContactDetailsChanged':
      return data.zones === undefined ? [] : [contactScope(data.contact_id)];
    case 'CallDispatched':
    case 'CallEnded':
      return data.relimited ? scopesOf(data.relimited) : [];
    case 'DoNotCallAdded':
    case 'DoNotCallChanged':
    case 'DoNotCallRemoved':
      return scopesOf(data);
    default:
      return type satisfies never;
  }
}

function scopesOf({ contact_ids, more }: HoldersNamed): readonly ReindexScope[] {
  return more ? [NUMBERS_SCOPE] : contact_ids.map(contactScope);
}

/** The settings on which queue positions depend. */
const PLACING = [
  ...(['max_attempts_per_day', 'max_attempts_total', 'attempt_windows'] as const),
  ...(['min_retry_seconds', 'retry_seconds'] as const),
] as const satisfies readonly (keyof DialingLimits)[];

function concernsPlaces(changes: { readonly [Field in keyof DialingLimits]?: DialingLimits[Field] | undefined }) {
  return PLACING.some((setting) => changes[setting] !== undefined);
}

/** Whether no position in the queues is being recomputed, nor may be overwritten by an earlier walk. */
export function isQueueSettled(view: WorkspaceView): boolean {
  const { rows } = view.candidates(REINDEX_JOBS, {
    index: 'pending',
    prefixes: UNSETTLED.map((pending) => [pending, view.workspaceId]),
    limit: 1,
    touched: [[1, view.workspaceId]],
  });
  return rows.every(({ pending }) => pending === 0);
}

/** What the answer to a change waits for: that the positions in its scopes are recomputed. */
export function reindexedAfter(workspaceId: string, events: readonly DomainEvent[]): readonly AwaitedRow[] {
  const scopes = new Set(events.flatMap((event) => (mayReindex(event) ? reindexScopes(event) : [])));
  return [...scopes].map((scope) => ({
    collection: REINDEX_JOBS,
    key: [workspaceId, scope],
    isDone: (row) => (row as ReindexJobRow | undefined)?.pending !== 1,
  }));
}

/** The same decision, whose answer waits for the positions that its events make wrong. */
export function reindexing(decide: Decide): Decide {
  return (view) => {
    const decision = decide(view);
    const reindexed = reindexedAfter(view.workspaceId, tellPlaces(view, decision.events));
    return { ...decision, awaits: [...(decision.awaits ?? []), ...reindexed] };
  };
}
