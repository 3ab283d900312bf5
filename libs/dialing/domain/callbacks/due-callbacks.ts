import type { Collection, DomainEvent, Instant, Recorded, RecordedEvent, Row } from '#kernel';
import type { CallbackSet } from '#members/domain';

// docs/adr/0076-a-due-callback-is-told-once-by-an-event.md

/**
 * The instant at which a callback is due has come, for the first time since it was set
 * (docs/reference/dialing-rules.md#callbacks). Not of one that was dispatched, replaced, cleared or ended before.
 */
export type CallbackDue = DomainEvent<
  'CallbackDue',
  {
    readonly smart_list_id: string;
    readonly contact_id: string;
    readonly member_number: number;
    readonly callback_at: Instant;
    /** Its owner; null: it has none. */
    readonly agent_id: string | null;
    /** When it was due by the settings and attempts of that moment: not before `callback_at`. */
    readonly due_at: Instant;
  }
>;

/** The last callback that was set for a contact on a list, on the to-do list of the worker until it was told. */
export interface DueCallbackRow extends Row {
  readonly workspace_id: string;
  readonly smart_list_id: string;
  readonly contact_id: string;
  /** 1 once CallbackDue has told of it. A callback that has ended otherwise keeps its 0: its member shows none. */
  readonly told: 0 | 1;
  /** Revision of the event that set it: the order of those that are checked together. */
  readonly number: number;
  /** Cached: 1 while it is to be checked. */
  readonly open: 0 | 1;
  /** Cached: milliseconds since 1970 from which on it is to be checked, at first those of `callback_at`. */
  readonly check_at: number;
  /** The event that set it, and the request behind that. */
  readonly event_id: string;
  readonly correlation_id: string;
}

/** `checks`: the to-do list of all workspaces. `of_workspace`: that of one. */
export const DUE_CALLBACKS: Collection<DueCallbackRow> = {
  name: 'due_callbacks',
  key: ['workspace_id', 'smart_list_id', 'contact_id'],
  ids: ['workspace_id', 'smart_list_id', 'contact_id'],
  indexes: [
    { name: 'checks', fields: ['open', 'check_at', 'workspace_id', 'number'] },
    { name: 'of_workspace', fields: ['workspace_id', 'open', 'check_at', 'number'] },
  ],
};

/** Whether an event sets a callback, or tells that it is due. */
export function concernsDueCallback(event: RecordedEvent): event is Recorded<CallbackSet | CallbackDue> {
  return event.type === 'CallbackSet' || event.type === 'CallbackDue';
}

/** The row after an event of its member's callback. */
export function evolveDueCallback(
  row: DueCallbackRow | undefined,
  event: Recorded<CallbackSet | CallbackDue>,
): DueCallbackRow | undefined {
  const { id, revision, metadata } = event;
  if (event.type === 'CallbackDue') return row && { ...row, told: 1, open: 0, check_at: 0, revision };
  const { smart_list_id, contact_id, callback_at } = event.data;
  const { workspace_id, correlation_id } = metadata;
  return {
    ...{ workspace_id, smart_list_id, contact_id, told: 0, number: revision },
    ...{ open: 1, check_at: Date.parse(callback_at), event_id: id, correlation_id, revision },
  };
}
