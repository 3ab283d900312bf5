import type { Client } from '../../support/client.js';
import { Api } from '../../support/api.js';

export interface ExpectedList {
  readonly name: string;
  readonly description: string | null;
  readonly version: number;
  /** Phones, sorted. */
  readonly members: readonly string[];
}

export interface ExpectedOutcome {
  readonly name: string;
  readonly order: number;
  readonly version: number;
}

/** What one writer has created, as reads show it; without ids and times, which cannot be predicted. */
export interface ExpectedState {
  /** Phone and name, sorted by phone. A contact that was imported twice is listed twice. */
  readonly contacts: readonly (readonly [phone: string, name: string | null])[];
  readonly lists: readonly ExpectedList[];
  readonly outcomes: readonly ExpectedOutcome[];
}

export const EMPTY_STATE: ExpectedState = { contacts: [], lists: [], outcomes: [] };

/** The prefix of all names that a writer uses; the rest of a name is unique. */
export function nameOf(writer: number, what: string, number: number): string {
  return `${what} ${writer}.${number}`;
}

/** Phone numbers of a writer: +43, the writer in four digits, the contact in six. */
export function phoneOf(writer: number, number: number): string {
  return `+43${String(writer).padStart(4, '0')}${String(number).padStart(6, '0')}`;
}

const laneOfName = (name: string): number => Number(/ (\d+)\./.exec(name)![1]);
const laneOfPhone = (phone: string): number => Number(phone.slice(3, 7));

/** What reads of one workspace show, and the ids by name and phone. */
export interface WorkspaceView {
  readonly states: ReadonlyMap<number, ExpectedState>;
  readonly ids: ReadonlyMap<string, string>;
}

/** Reads a whole workspace over HTTP. */
export async function readWorkspace(client: Client): Promise<WorkspaceView> {
  const api = new Api(client);
  const [contacts, lists, { outcomes }] = await Promise.all([api.contacts('', 200), api.lists(200), api.outcomes()]);
  const states = new Map<number, { -readonly [Part in keyof ExpectedState]: ExpectedState[Part][number][] }>();
  const of = (writer: number) => {
    const known = states.get(writer) ?? { contacts: [], lists: [], outcomes: [] };
    states.set(writer, known);
    return known;
  };
  for (const { phone, name } of contacts) of(laneOfPhone(phone)).contacts.push([phone, name]);
  await Promise.all(
    lists.map(async ({ smart_list_id, name, description, version, member_count }) => {
      const members = (await api.members(smart_list_id)).map(({ phone }) => phone).sort();
      expect(members).toHaveLength(member_count);
      of(laneOfName(name)).lists.push({ name, description, version, members });
    }),
  );
  for (const { outcome_name: name, order, version } of outcomes)
    of(laneOfName(name)).outcomes.push({ name, order, version });
  for (const state of states.values()) {
    state.contacts.sort(([a], [b]) => compare(a, b));
    state.lists.sort((a, b) => compare(a.name, b.name));
    state.outcomes.sort((a, b) => compare(a.name, b.name));
  }
  const ids = new Map([
    ...contacts.map(({ phone, contact_id }) => [phone, contact_id] as const),
    ...lists.map(({ name, smart_list_id }) => [name, smart_list_id] as const),
    ...outcomes.map(({ outcome_name, outcome_id }) => [outcome_name, outcome_id] as const),
  ]);
  return { states, ids };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The items, with the changed ones in place of those of the same name; sorted as reads are. */
export function withNamed<Item extends { readonly name: string }>(
  items: readonly Item[],
  ...changed: readonly Item[]
): readonly Item[] {
  const names = new Set(changed.map(({ name }) => name));
  return [...items.filter(({ name }) => !names.has(name)), ...changed].sort((a, b) => compare(a.name, b.name));
}

/** The contacts with these added or renamed. */
export function withContacts(
  contacts: ExpectedState['contacts'],
  changed: readonly (readonly [string, string | null])[],
): ExpectedState['contacts'] {
  const phones = new Set(changed.map(([phone]) => phone));
  return [...contacts.filter(([phone]) => !phones.has(phone)), ...changed].sort(([a], [b]) => compare(a, b));
}
