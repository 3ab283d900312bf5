import type { AwaitedRow, Collection, DomainEvent, Recorded, RecordedEvent, Row } from '#kernel';
import type { DialingLimits } from '#eligibility';
import type { SmartListChanged } from '#smart-lists/domain';
import type { WorkspaceChanged } from '#workspaces/domain';

/**
 * Whose places in the queue are to be found anew, since settings that they follow from have changed (consistency.md, Projections): the members of
 * a list, by its id; the contacts without a list; everybody whose place depends on the time zone.
 */
export type RequeueScope = string;
export const UNLISTED_SCOPE: RequeueScope = 'unlisted';
export const ZONE_SCOPE: RequeueScope = 'zone';

/** On the to-do list of re-indexing, or done: `pending` is amended to 0 when all places are as the settings of this revision have them. */
export interface RequeueRow extends Row {
  readonly workspace_id: string;
  readonly scope: RequeueScope;
  readonly pending: 0 | 1;
}

export const REQUEUES: Collection<RequeueRow> = {
  name: 'requeues',
  key: ['workspace_id', 'scope'],
  indexes: [{ name: 'pending', fields: ['pending', 'workspace_id', 'scope'] }],
};

/** The changes of settings that places in the queue follow from, among others. */
export type RequeueEvent = SmartListChanged | WorkspaceChanged;

const TYPES: readonly string[] = ['SmartListChanged', 'WorkspaceChanged'] satisfies RequeueEvent['type'][];

/** Whether an event is of a type that may change places. */
export function mayRequeue(event: DomainEvent): event is RequeueEvent;
export function mayRequeue(event: RecordedEvent): event is Recorded<RequeueEvent>;
export function mayRequeue(event: DomainEvent): boolean {
  return TYPES.includes(event.type);
}

/** Whose places a change of settings makes wrong. */
export function scopesOf({ type, data }: RequeueEvent): readonly RequeueScope[] {
  switch (type) {
    case 'SmartListChanged':
      return concernsPlaces(data.changes) ? [data.smart_list_id] : [];
    case 'WorkspaceChanged': {
      const { time_zone, unlisted = {} } = data.changes;
      return [...(time_zone === undefined ? [] : [ZONE_SCOPE]), ...(concernsPlaces(unlisted) ? [UNLISTED_SCOPE] : [])];
    }
    default:
      return type satisfies never;
  }
}

function concernsPlaces(changes: { readonly [Field in keyof DialingLimits]?: DialingLimits[Field] | undefined }) {
  const { max_attempts_per_day, max_attempts_total, min_retry_seconds } = changes;
  return [max_attempts_per_day, max_attempts_total, min_retry_seconds].some((value) => value !== undefined);
}

/** What the answer to a change of settings waits for: that the places of those whom it concerns are found anew. */
export function requeuedAfter(workspaceId: string, events: readonly DomainEvent[]): readonly AwaitedRow[] {
  const scopes = events.flatMap((event) => (mayRequeue(event) ? scopesOf(event) : []));
  return scopes.map((scope) => ({
    collection: REQUEUES,
    key: [workspaceId, scope],
    isDone: (row) => (row as RequeueRow | undefined)?.pending !== 1,
  }));
}
