import type { Collection, Position, Row } from '#kernel';

// The index of events (docs/adr/0084-the-index-of-events-has-a-row-for-a-block.md). Ids and instants alone: nothing
// personal. Rows of blocks tell of the stream of a workspace, which has nearly all of its events. Those of other
// streams, the attempts of webhooks, have rows of their own.

/** What an event of the workspace is found by: its id. */
export interface EventIdRow extends Row {
  readonly workspace_id: string;
  readonly event_id: string;
  /** '': the stream of the workspace. `revision` is that in its stream. */
  readonly stream: string;
}

/** Some events of the stream of a workspace whose revisions are of one block. */
export interface BlockRow extends Row {
  readonly workspace_id: string;
  readonly block: string;
  /** Which of the revisions of the block: a bit for each. */
  readonly events: number;
}

/** All events of a block. */
export interface EventBlockRow extends BlockRow {
  /** The place of its last event in the whole log. */
  readonly last_position: Position;
  /** The latest time of its events in milliseconds since 1970, negative: the index is read from the latest one on. */
  readonly latest_first: number;
}

/** Those of one type. */
export interface TypeBlockRow extends BlockRow {
  readonly type: string;
}

/** Those of one type that name a subject. */
export interface SubjectBlockRow extends TypeBlockRow {
  readonly subject_type: string;
  readonly subject_id: string;
}

/** Where an event of another stream than that of its workspace stands in the log. */
export interface EventPlace extends Row {
  readonly workspace_id: string;
  /** Its place in the whole log, by which pages are in order. `revision` is that in its stream. */
  readonly position: Position;
  readonly stream: string;
  readonly type: string;
  /** Its time in milliseconds since 1970, negative. */
  readonly latest_first: number;
}

/** The same, for something that the event names. */
export interface SubjectEventRow extends EventPlace {
  readonly subject_type: string;
  readonly subject_id: string;
}

/** That a workspace was deleted: its rows are to be dropped. */
export interface DeletedWorkspaceRow extends Row {
  readonly workspace_id: string;
  /** 1 until they are. */
  readonly rows_left: 0 | 1;
}

export const EVENT_IDS: Collection<EventIdRow> = {
  name: 'event_ids',
  key: ['workspace_id', 'event_id'],
  ids: ['workspace_id', 'event_id'],
  flat: ['stream'],
  indexes: [{ name: 'by_id', fields: ['workspace_id', 'event_id'] }],
};

export const EVENT_BLOCKS: Collection<EventBlockRow> = {
  name: 'event_blocks',
  key: ['workspace_id', 'block'],
  ids: ['workspace_id'],
  flat: ['events'],
  indexes: [
    { name: 'by_block', fields: ['workspace_id', 'block'] },
    { name: 'by_position', fields: ['workspace_id', 'last_position'] },
    { name: 'by_time', fields: ['workspace_id', 'latest_first', 'last_position'] },
  ],
};

export const BLOCKS_BY_TYPE: Collection<TypeBlockRow> = {
  name: 'event_blocks_by_type',
  key: ['workspace_id', 'type', 'block'],
  ids: ['workspace_id'],
  flat: ['events'],
  indexes: [{ name: 'by_block', fields: ['workspace_id', 'type', 'block'] }],
};

/** Its blocks of all types are merged: few types name one subject. */
export const BLOCKS_BY_SUBJECT: Collection<SubjectBlockRow> = {
  name: 'event_blocks_by_subject',
  key: ['workspace_id', 'subject_id', 'subject_type', 'type', 'block'],
  ids: ['workspace_id', 'subject_id'],
  flat: ['events'],
  indexes: [{ name: 'by_block', fields: ['workspace_id', 'subject_id', 'subject_type', 'type', 'block'] }],
};

export const OTHER_EVENTS: Collection<EventPlace> = {
  name: 'other_events',
  key: ['workspace_id', 'position'],
  ids: ['workspace_id'],
  flat: ['stream'],
  indexes: [
    { name: 'by_position', fields: ['workspace_id', 'position'] },
    { name: 'by_type', fields: ['workspace_id', 'type', 'position'] },
    { name: 'by_time', fields: ['workspace_id', 'latest_first', 'position'] },
  ],
};

export const OTHER_EVENTS_BY_SUBJECT: Collection<SubjectEventRow> = {
  name: 'other_events_by_subject',
  key: ['workspace_id', 'subject_id', 'subject_type', 'type', 'position'],
  ids: ['workspace_id', 'subject_id'],
  flat: ['stream', 'latest_first'],
  indexes: [{ name: 'by_type', fields: ['workspace_id', 'subject_id', 'subject_type', 'type', 'position'] }],
};

/** `to_drop`: the to-do list of the worker that drops rows of deleted workspaces from the index. */
export const DELETED_WORKSPACES: Collection<DeletedWorkspaceRow> = {
  name: 'events_of_deleted_workspaces',
  key: ['workspace_id'],
  indexes: [{ name: 'to_drop', fields: ['rows_left', 'workspace_id'] }],
};

/** A subject as the index has it. */
export function subjectFields({ type, id }: { readonly type: string; readonly id: string }): readonly [string, string] {
  return [id, type];
}

/** The collections of a workspace, in the order in which they are dropped with it. */
export const OF_WORKSPACES: readonly Collection[] = [
  BLOCKS_BY_SUBJECT,
  OTHER_EVENTS_BY_SUBJECT,
  BLOCKS_BY_TYPE,
  EVENT_IDS,
  EVENT_BLOCKS,
  OTHER_EVENTS,
];
