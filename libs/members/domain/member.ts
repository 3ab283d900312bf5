import type { Collection, DomainEvent, EventSchema, Instant, Recorded, RecordedEvent, Row } from '#kernel';

/** How a membership began. */
export type MemberSource = 'api' | 'outcome' | 'waterfall' | 'import';

/** Why a membership ended (scheduling.md, reasons of `removed`). */
export type RemovedReason =
  | 'removed_by_request'
  | 'removed_by_outcome'
  | 'moved_by_outcome'
  | 'moved_by_waterfall'
  | 'list_deleted'
  | 'contact_deleted';

/** One event a member: its revision is the member number (scheduling.md, Terms). */
export type MemberAdded = DomainEvent<
  'MemberAdded',
  { readonly smart_list_id: string; readonly contact_id: string; readonly source: MemberSource }
>;

/**
 * One event a removal, however many memberships it ends: 100 contacts on 1,000 lists fit into an append because the lists stand
 * in a table once and each contact names them by their place in it.
 */
export type MemberRemoved = DomainEvent<
  'MemberRemoved',
  {
    readonly reason: RemovedReason;
    /** Lists of this removal, each once. */
    readonly lists: readonly string[];
    /** Each contact once, with the places in `lists` of those it leaves. */
    readonly contacts: readonly { readonly contact_id: string; readonly lists: readonly number[] }[];
  }
>;

/** A long sweep has come so far: what it had to do up to this number is done, also if that was nothing. */
export type SweepAdvanced = DomainEvent<
  'SweepAdvanced',
  {
    /** For a deleted list: its id. */
    readonly cause: string;
    readonly smart_list_id: string;
    readonly up_to_number: number;
    readonly done: boolean;
  }
>;

export type MemberEvent = MemberAdded | MemberRemoved | SweepAdvanced;

export const MEMBER_SCHEMAS: readonly EventSchema[] = [
  { type: 'MemberAdded', version: 1 },
  { type: 'MemberRemoved', version: 1 },
  { type: 'SweepAdvanced', version: 1 },
];

/** A contact's newest membership of a list. */
export interface MemberRow extends Row {
  readonly workspace_id: string;
  readonly smart_list_id: string;
  readonly contact_id: string;
  /** 0 once ended in the log; one of a deleted list is no member whatever stands here. */
  readonly active: 0 | 1;
  /** Member number: revision of the event that began it. */
  readonly number: number;
  readonly source: MemberSource;
  readonly added_at: Instant;
  readonly removed_reason: RemovedReason | null;
}

/**
 * `by_number`: members of a list in their order, the active (1) and the removed (0) apart. `by_contact`: the lists a contact
 * is on.
 */
export const MEMBERS: Collection<MemberRow> = {
  name: 'members',
  key: ['workspace_id', 'smart_list_id', 'contact_id'],
  indexes: [
    { name: 'by_number', fields: ['workspace_id', 'smart_list_id', 'active', 'number'] },
    { name: 'by_contact', fields: ['workspace_id', 'contact_id', 'active', 'smart_list_id'] },
  ],
};

/** Whether an event of the log is one of this file's. */
export function isMemberEvent(event: RecordedEvent): event is Recorded<MemberEvent> {
  return MEMBER_SCHEMAS.some(({ type }) => type === event.type);
}

/** The membership after an event that names it. */
export function evolveMember(row: MemberRow | undefined, event: Recorded<MemberEvent>): MemberRow | undefined {
  const { revision, metadata } = event;
  switch (event.type) {
    case 'MemberAdded':
      return {
        workspace_id: metadata.workspace_id,
        ...event.data,
        active: 1,
        number: revision,
        added_at: metadata.occurred_at,
        removed_reason: null,
        revision,
      };
    case 'MemberRemoved':
      return row && { ...row, active: 0, removed_reason: event.data.reason, revision };
    case 'SweepAdvanced':
      return row;
    default:
      return event satisfies never;
  }
}
