import type { Collection, DomainEvent, EventSchema, Instant, Recorded, RecordedEvent, Row } from '#kernel';

/** The settings of a dial group that a client sets (docs/reference/http-contract.md#dial-group). */
export interface DialGroupSettings {
  /** 1–200 code points. Unique among the dial groups of the workspace. */
  readonly name: string;
  /** Active lists, each once, in the order in which they were sent; none once all of them are deleted. */
  readonly smart_list_ids: readonly string[];
}

/** A dial group was created. */
export type DialGroupCreated = DomainEvent<'DialGroupCreated', DialGroupSettings & { readonly dial_group_id: string }>;
/**
 * The changed settings; each such event is one version. That a list is deleted changes its groups too, in the append of
 * its SmartListDeleted.
 */
export type DialGroupChanged = DomainEvent<
  'DialGroupChanged',
  { readonly dial_group_id: string; readonly changes: Partial<DialGroupSettings> }
>;
/** The dial group no longer exists, nor do its cursors. Its lists stay. */
export type DialGroupDeleted = DomainEvent<'DialGroupDeleted', { readonly dial_group_id: string }>;
export type DialGroupEvent = DialGroupCreated | DialGroupChanged | DialGroupDeleted;

export const DIAL_GROUP_SCHEMAS: readonly EventSchema[] = [
  { type: 'DialGroupCreated', version: 1 },
  { type: 'DialGroupChanged', version: 1 },
  { type: 'DialGroupDeleted', version: 1 },
];

/** A dial group, also a deleted one. */
export interface DialGroupRow extends Row, DialGroupSettings {
  readonly workspace_id: string;
  readonly dial_group_id: string;
  /** Revision of its creation: the order of GET /dial-groups. */
  readonly number: number;
  /** 0 once deleted. */
  readonly live: 0 | 1;
  /** Counts the changes, from 1; the ETag. */
  readonly version: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export const DIAL_GROUPS: Collection<DialGroupRow> = {
  name: 'dial_groups',
  key: ['workspace_id', 'dial_group_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'number'] }],
};

/** Whether an event is one of this file's. */
export function isDialGroupEvent(event: RecordedEvent): event is Recorded<DialGroupEvent> {
  return DIAL_GROUP_SCHEMAS.some(({ type }) => type === event.type);
}

/** The dial group after an event of its own. */
export function evolveDialGroup(
  row: DialGroupRow | undefined,
  event: Recorded<DialGroupEvent>,
): DialGroupRow | undefined {
  const { revision, metadata } = event;
  const { workspace_id, occurred_at: at } = metadata;
  switch (event.type) {
    case 'DialGroupCreated': {
      const times = { created_at: at, updated_at: at };
      return { ...event.data, workspace_id, number: revision, live: 1, version: 1, ...times, revision };
    }
    case 'DialGroupChanged':
      return row && { ...row, ...event.data.changes, version: row.version + 1, updated_at: at, revision };
    case 'DialGroupDeleted':
      return row && { ...row, live: 0, updated_at: at, revision };
    default:
      return event satisfies never;
  }
}
