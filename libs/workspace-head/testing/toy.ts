import type { Collection, DomainEvent, EventSchema, Projection, RecordedEvent, Row } from '#kernel';
import { EventSchemas } from '#kernel';
import { idempotencyProjection, WORKSPACE_HEAD_SCHEMAS } from '../pipeline/idempotency.js';

/**
 * A toy of the service: lists with unique names (resident), their members (rows, two scanned indexes, one that gives
 * candidates) and a count of them.
 */
export interface ToyList extends Row {
  readonly workspace_id: string;
  readonly list_id: string;
  readonly name: string;
  /** Members that the list may have. */
  readonly limit: number;
  readonly live: 0 | 1;
}

export interface ToyMember extends Row {
  readonly workspace_id: string;
  readonly list_id: string;
  readonly contact_id: string;
  readonly active: 0 | 1;
  /** Revision of the event that added the member. */
  readonly number: number;
  /**
   * A cached field, like the position in a queue: the name its list had when the member joined, `FRONT` once background
   * work has moved it there, '' when it has left.
   */
  readonly shelf: string;
}

/** The shelf to which background work moves members. */
export const FRONT = '*';

export interface ToyCount extends Row {
  readonly workspace_id: string;
  readonly list_id: string;
  readonly members: number;
}

export const LISTS: Collection<ToyList> = {
  name: 'toy_lists',
  key: ['workspace_id', 'list_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'list_id'] }],
};

export const MEMBERS: Collection<ToyMember> = {
  name: 'toy_members',
  key: ['workspace_id', 'list_id', 'contact_id'],
  indexes: [
    { name: 'by_list', fields: ['workspace_id', 'list_id', 'active', 'number'] },
    { name: 'by_contact', fields: ['workspace_id', 'contact_id', 'active', 'list_id'] },
    { name: 'by_shelf', fields: ['workspace_id', 'list_id', 'shelf', 'number'] },
  ],
};

export const COUNTS: Collection<ToyCount> = { name: 'toy_counts', key: ['workspace_id', 'list_id'], indexes: [] };

export type ListMade = DomainEvent<'ListMade', { list_id: string; name: string; limit: number }>;
export type ListRenamed = DomainEvent<'ListRenamed', { list_id: string; name: string }>;
export type ListDropped = DomainEvent<'ListDropped', { list_id: string }>;
export type MemberJoined = DomainEvent<'MemberJoined', { list_id: string; contact_id: string }>;
export type MembersLeft = DomainEvent<'MembersLeft', { list_id: string; contacts: readonly string[] }>;
export type ToyEvent = ListMade | ListRenamed | ListDropped | MemberJoined | MembersLeft;

const TOY_SCHEMAS: readonly EventSchema[] = [
  'ListMade',
  'ListRenamed',
  'ListDropped',
  'MemberJoined',
  'MembersLeft',
].map((type) => ({ type, version: 1 }));

export const TOY_EVENTS = new EventSchemas([...TOY_SCHEMAS, ...WORKSPACE_HEAD_SCHEMAS]);

function asToy(event: RecordedEvent): ToyEvent {
  return event as unknown as ToyEvent;
}

/** The members who joined or left, and their list. */
function membersOf(event: RecordedEvent): { readonly list: string; readonly contacts: readonly string[] } {
  const { type, data } = asToy(event);
  if (type === 'MemberJoined') return { list: data.list_id, contacts: [data.contact_id] };
  if (type === 'MembersLeft') return { list: data.list_id, contacts: data.contacts };
  return { list: '', contacts: [] };
}

const lists: Projection<ToyList> = {
  collection: LISTS,
  version: 1,
  keys: (event) => {
    const { type, data } = asToy(event);
    const ofLists = type === 'ListMade' || type === 'ListRenamed' || type === 'ListDropped';
    return ofLists ? [[event.metadata.workspace_id, data.list_id]] : [];
  },
  evolve: (row, event) => {
    const { type, data } = asToy(event);
    const { workspace_id } = event.metadata;
    if (type === 'ListMade') return { ...data, workspace_id, live: 1, revision: event.revision };
    // As in a slice: an event on a row that never existed is a fault. The library must not fold it.
    if (!row) throw new Error(`${type} of a list that never was`);
    return type === 'ListRenamed' ? { ...row, name: data.name } : { ...row, live: 0 };
  },
  resident: { liveIndex: 'live', isLive: (row) => row.live === 1 },
};

const members: Projection<ToyMember> = {
  collection: MEMBERS,
  version: 1,
  keys: (event) => {
    const { list, contacts } = membersOf(event);
    return contacts.map((contact) => [event.metadata.workspace_id, list, contact]);
  },
  cachedFields: ['shelf'],
  needs: (event) => [{ collection: LISTS, key: [event.metadata.workspace_id, membersOf(event).list] }],
  evolve: (row, event, [workspace_id, list_id, contact_id], resident) =>
    event.type === 'MemberJoined'
      ? {
          workspace_id: workspace_id!,
          list_id: list_id!,
          contact_id: contact_id!,
          active: 1,
          number: event.revision,
          shelf: resident.row(LISTS, [workspace_id!, list_id!])?.name ?? '',
          revision: event.revision,
        }
      : row && { ...row, active: 0, shelf: '' },
  touches: (event) => {
    const { list, contacts } = membersOf(event);
    const { workspace_id } = event.metadata;
    return contacts.flatMap((contact) => [
      { index: 'by_shelf', prefix: [workspace_id, list], key: [workspace_id, list, contact] },
      ...[0, 1].flatMap((active) => [
        { index: 'by_list', prefix: [workspace_id, list, active], key: [workspace_id, list, contact] },
        { index: 'by_contact', prefix: [workspace_id, contact, active], key: [workspace_id, list, contact] },
      ]),
    ]);
  },
};

const counts: Projection<ToyCount> = {
  collection: COUNTS,
  version: 1,
  keys: (event) => {
    const { list } = membersOf(event);
    return list ? [[event.metadata.workspace_id, list]] : [];
  },
  evolve: (row, event, [workspace_id, list_id]) => ({
    workspace_id: workspace_id!,
    list_id: list_id!,
    members: (row?.members ?? 0) + (event.type === 'MemberJoined' ? 1 : -membersOf(event).contacts.length),
    revision: event.revision,
  }),
};

export const TOY_PROJECTIONS: readonly Projection[] = [lists, members, counts, idempotencyProjection];
