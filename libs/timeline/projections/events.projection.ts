import { type DocumentKey, type Projection, type RecordedEvent, WORKSPACE_STREAMS } from '#kernel';
import {
  blockOf,
  BLOCKS_BY_SUBJECT,
  BLOCKS_BY_TYPE,
  DELETED_WORKSPACES,
  type DeletedWorkspaceRow,
  EVENT_BLOCKS,
  EVENT_IDS,
  type EventBlockRow,
  type EventIdRow,
  type EventPlace,
  isShown,
  OTHER_EVENTS,
  OTHER_EVENTS_BY_SUBJECT,
  type SubjectBlockRow,
  type SubjectEventRow,
  subjectFields,
  subjectsIn,
  type TypeBlockRow,
  withRevision,
} from '../domain/index.js';

/** A row for each event that the API shows. */
export const eventIdsProjection: Projection<EventIdRow> = {
  collection: EVENT_IDS,
  version: 1,
  keys: (event) => (isShown(event) ? [[event.metadata.workspace_id, event.id]] : []),
  evolve: (_, event) => {
    const { id: event_id, revision, metadata } = event;
    return { workspace_id: metadata.workspace_id, event_id, stream: isOwn(event) ? '' : event.stream, revision };
  },
};

export const eventBlocksProjection: Projection<EventBlockRow> = {
  collection: EVENT_BLOCKS,
  version: 1,
  keys: (event) => ofWorkspaceStream(event, () => [[]]),
  evolve: (row, event) => ({
    workspace_id: event.metadata.workspace_id,
    block: blockOf(event.revision),
    events: withRevision(row?.events ?? 0, event.revision),
    last_position: event.position!,
    latest_first: Math.min(row?.latest_first ?? 0, latestFirst(event)),
    revision: event.revision,
  }),
};

export const blocksByTypeProjection: Projection<TypeBlockRow> = {
  collection: BLOCKS_BY_TYPE,
  version: 1,
  keys: (event) => ofWorkspaceStream(event, () => [[event.type]]),
  evolve: (row, { revision, type, metadata: { workspace_id } }) => {
    const events = withRevision(row?.events ?? 0, revision);
    return { workspace_id, type, block: blockOf(revision), events, revision };
  },
};

/** Rows for each subject of each event, but for members: they are found by their contacts, which have few events. */
export const blocksBySubjectProjection: Projection<SubjectBlockRow> = {
  collection: BLOCKS_BY_SUBJECT,
  version: 1,
  keys: (event) => ofWorkspaceStream(event, subjectsOf),
  evolve: (row, { revision, type, metadata: { workspace_id } }, [, id, subjectType]) => {
    const [subject_id, subject_type] = [id!, subjectType!];
    const events = withRevision(row?.events ?? 0, revision);
    return { workspace_id, subject_id, subject_type, type, block: blockOf(revision), events, revision };
  },
};

export const otherEventsProjection: Projection<EventPlace> = {
  collection: OTHER_EVENTS,
  version: 1,
  keys: (event) => ofOtherStream(event, () => [[]]),
  evolve: (_, event) => placeOf(event),
};

export const otherEventsBySubjectProjection: Projection<SubjectEventRow> = {
  collection: OTHER_EVENTS_BY_SUBJECT,
  version: 1,
  keys: (event) => ofOtherStream(event, subjectsOf),
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

/** Whether it is in the stream of its workspace. */
function isOwn({ stream }: RecordedEvent): boolean {
  return stream.startsWith(WORKSPACE_STREAMS);
}

/** The keys of an event in blocks by what they have between the workspace and the block. */
function ofWorkspaceStream(event: RecordedEvent, between: KeyParts): readonly DocumentKey[] {
  return isOwn(event) ? keysOf(event, between, blockOf(event.revision)) : [];
}

/** The keys of an event of another stream by what they have between the workspace and the position. */
function ofOtherStream(event: RecordedEvent, between: KeyParts): readonly DocumentKey[] {
  return isOwn(event) ? [] : keysOf(event, between, event.position!);
}

type KeyParts = (event: RecordedEvent) => readonly DocumentKey[];

function keysOf(event: RecordedEvent, between: KeyParts, last: string): readonly DocumentKey[] {
  if (!isShown(event)) return [];
  return between(event).map((values) => [event.metadata.workspace_id, ...values, last]);
}

function subjectsOf(event: RecordedEvent): readonly DocumentKey[] {
  const subjects = subjectsIn(event).filter(({ type }) => type !== 'member');
  return subjects.map((subject) => [...subjectFields(subject), event.type]);
}

function placeOf(event: RecordedEvent): EventPlace {
  const { stream, revision, position, type, metadata } = event;
  const { workspace_id } = metadata;
  return { workspace_id, position: position!, stream, type, latest_first: latestFirst(event), revision };
}

function latestFirst({ metadata }: RecordedEvent): number {
  return -Date.parse(metadata.occurred_at);
}
