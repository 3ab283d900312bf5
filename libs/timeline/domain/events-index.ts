import type { Collection, Position, Row } from '#kernel';

/** Where an event of a workspace stands in the log. Ids and instants alone: nothing personal. */
export interface EventPlace extends Row {
  readonly workspace_id: string;
  /** Its place in the whole log, by which pages are in order. `revision` is that in its stream. */
  readonly position: Position;
  /** '': the stream of the workspace. */
  readonly stream: string;
  readonly type: string;
  /** Its time in milliseconds since 1970, negative: an index is read from the latest instant on. */
  readonly latest_first: number;
}

export interface EventRow extends EventPlace {
  readonly event_id: string;
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

/** Several rows an event, for each of millions: they are flat, in the order of their keys. */
export const EVENTS: Collection<EventRow> = {
  name: 'events',
  key: ['workspace_id', 'position'],
  ids: ['workspace_id', 'event_id'],
  flat: ['stream'],
  indexes: [
    { name: 'by_position', fields: ['workspace_id', 'position'] },
    { name: 'by_type', fields: ['workspace_id', 'type', 'position'] },
    { name: 'by_time', fields: ['workspace_id', 'latest_first', 'position'] },
    { name: 'by_id', fields: ['workspace_id', 'event_id'] },
  ],
};

/** Its events of all types are merged: few types name one subject. */
export const EVENTS_BY_SUBJECT: Collection<SubjectEventRow> = {
  name: 'events_by_subject',
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
export const OF_WORKSPACES: readonly Collection[] = [EVENTS_BY_SUBJECT, EVENTS];
