import { type Projection, type RecordedEvent, workspaceStream } from '#kernel';
import {
  DELETED_WORKSPACES,
  type DeletedWorkspaceRow,
  type EventPlace,
  type EventRow,
  EVENTS,
  EVENTS_BY_SUBJECT,
  isShown,
  type SubjectEventRow,
  subjectFields,
  subjectsIn,
} from '../domain/index.js';

// A row belongs to one event and depends on no other: whichever is folded first, the rows are the same.

/** A row for each event that the API shows. */
export const eventsProjection: Projection<EventRow> = {
  collection: EVENTS,
  version: 1,
  keys: (event) => (isShown(event) ? [[event.metadata.workspace_id, event.position!]] : []),
  evolve: (_, event) => ({ ...placeOf(event), event_id: event.id }),
};

/** A row for each subject of each event, but for members: they are found by their contacts, which have few events. */
export const eventsBySubjectProjection: Projection<SubjectEventRow> = {
  collection: EVENTS_BY_SUBJECT,
  version: 2,
  keys: (event) =>
    subjectsIn(event)
      .filter(({ type }) => type !== 'member')
      .map((subject) => [event.metadata.workspace_id, ...subjectFields(subject), event.type, event.position!] as const),
  evolve: (_, event, [, subject_id, subject_type]) => ({
    ...placeOf(event),
    subject_id: subject_id!,
    subject_type: subject_type!,
  }),
};

/** The workspaces whose rows are to be dropped. */
export const deletedWorkspacesProjection: Projection<DeletedWorkspaceRow> = {
  collection: DELETED_WORKSPACES,
  version: 1,
  keys: ({ type, metadata }) => (type === 'WorkspaceDeleted' ? [[metadata.workspace_id]] : []),
  evolve: (_, { revision, metadata }) => ({ workspace_id: metadata.workspace_id, rows_left: 1, revision }),
};

function placeOf({ stream, revision, position, type, metadata }: RecordedEvent): EventPlace {
  const { workspace_id, occurred_at } = metadata;
  const ofWorkspace = stream === workspaceStream(workspace_id);
  const latest_first = -Date.parse(occurred_at);
  return { workspace_id, position: position!, stream: ofWorkspace ? '' : stream, type, latest_first, revision };
}
