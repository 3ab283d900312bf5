import type { RecordedEvent } from '#kernel';
import type { ToyCommand } from './toy-commands.js';

/** The toy once more, as simple as possible and without any of the code under test: one list of events, plain maps. */
export interface ReferenceState {
  readonly lists: ReadonlyMap<string, { readonly name: string; readonly limit: number; readonly live: boolean }>;
  /** Members of each list, in the order in which they joined. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** By Idempotency-Key. */
  readonly records: ReadonlyMap<string, { readonly fingerprint: string | null; readonly answer: string }>;
}

export type ReferenceDecision =
  | { readonly refused: string }
  | { readonly events: readonly { readonly type: string; readonly data: object }[]; readonly body: object };

export const NOTHING_YET: ReferenceState = { lists: new Map(), members: new Map(), records: new Map() };

/** The state after one more event of the log. */
export function referenceFold(state: ReferenceState, event: RecordedEvent): ReferenceState {
  const lists = new Map(state.lists);
  const members = new Map(state.members);
  const records = new Map(state.records);
  const data = event.data as { list_id: string; name: string; limit: number; contact_id: string; contacts: string[] };
  const list = lists.get(data.list_id);
  const present = members.get(data.list_id) ?? [];
  if (event.type === 'ListMade') lists.set(data.list_id, { name: data.name, limit: data.limit, live: true });
  if (event.type === 'ListRenamed') lists.set(data.list_id, { ...list!, name: data.name });
  if (event.type === 'ListDropped') lists.set(data.list_id, { ...list!, live: false });
  if (event.type === 'MemberJoined') members.set(data.list_id, [...present, data.contact_id]);
  if (event.type === 'MembersLeft') {
    members.set(
      data.list_id,
      present.filter((contact) => !data.contacts.includes(contact)),
    );
  }
  const record = event.metadata.idempotency;
  if (record) {
    const answer = JSON.stringify({ status: record.status, body: record.body });
    records.set(record.key_hash, { fingerprint: record.fingerprint, answer });
  }
  return { lists, members, records };
}

/** The decision on a command at a state. */
export function referenceDecide(state: ReferenceState, command: ToyCommand): ReferenceDecision {
  if (command.kind === 'look') return { events: [], body: everything(state) };
  if (command.kind === 'vanish') {
    const from = [...state.members].filter(([, members]) => members.includes(command.contact)).map(([list]) => list);
    const events = from.sort().map((list) => left(list, [command.contact]));
    return { events, body: { from } };
  }
  const list = state.lists.get(command.list);
  const present = state.members.get(command.list) ?? [];
  if (command.kind === 'make') {
    if (list || isTaken(state, command.name, command.list)) return { refused: 'resource_conflict' };
    const event = { type: 'ListMade', data: { list_id: command.list, name: command.name, limit: command.limit } };
    return { events: [event], body: everything(withList(state, command.list, { ...command, live: true })) };
  }
  if (!list?.live) return { refused: 'not_found' };
  switch (command.kind) {
    case 'rename': {
      if (list.name === command.name) return { events: [], body: { list: command.list, name: command.name } };
      if (isTaken(state, command.name, command.list)) return { refused: 'resource_conflict' };
      const event = { type: 'ListRenamed', data: { list_id: command.list, name: command.name } };
      return { events: [event], body: everything(withList(state, command.list, { ...list, name: command.name })) };
    }
    case 'drop': {
      const event = { type: 'ListDropped', data: { list_id: command.list } };
      const leaving = present.length > 0 ? [left(command.list, present)] : [];
      return { events: [event, ...leaving], body: { left: present, count: 0 } };
    }
    case 'join': {
      const joined = command.contacts.filter((contact) => !present.includes(contact));
      const members = [...present, ...joined];
      if (members.length > list.limit) return { refused: 'resource_conflict' };
      const events = joined.map((contact) => ({
        type: 'MemberJoined',
        data: { list_id: command.list, contact_id: contact },
      }));
      return { events, body: { joined, members, count: members.length } };
    }
    case 'leave':
      return leave(
        command.list,
        present,
        command.contacts.filter((contact) => present.includes(contact)),
      );
    case 'shorten':
      return leave(command.list, present, present.slice(0, command.by));
  }
}

function leave(list: string, present: readonly string[], leaving: readonly string[]): ReferenceDecision {
  const members = present.filter((contact) => !leaving.includes(contact));
  return { events: leaving.length > 0 ? [left(list, leaving)] : [], body: { left: leaving, members } };
}

function left(list: string, contacts: readonly string[]) {
  return { type: 'MembersLeft', data: { list_id: list, contacts } };
}

function isTaken(state: ReferenceState, name: string, but: string): boolean {
  return [...state.lists].some(([id, list]) => id !== but && list.live && list.name === name);
}

function withList(
  state: ReferenceState,
  id: string,
  list: { name: string; limit: number; live: boolean },
): ReferenceState {
  return { ...state, lists: new Map([...state.lists, [id, list]]) };
}

function everything({ lists, members }: ReferenceState) {
  const live = [...lists].filter(([, list]) => list.live).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    lists: live.map(([id, { name }]) => {
      const present = members.get(id) ?? [];
      return { list: id, name, members: present, count: present.length };
    }),
  };
}
