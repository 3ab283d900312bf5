import type { ReferenceModel } from '../../../libs/dialing/testing/reference-model/reference-model.js';
import type { ModelRequest, ModelResponse } from '../../../libs/dialing/testing/reference-model/http.js';
import {
  showCall,
  showGroup,
  showList,
  showMember,
  showPick,
} from '../../../libs/dialing/testing/reference-model/views.js';
import { type MemberNumbers, withoutNumbers } from './member-numbers.js';
import { modelExplain } from '../../../libs/dialing/testing/reference-model/explain.js';

/** Member statuses for the filter; each step reads with one of them. */
const STATUSES = ['queued', 'in_call', 'waiting', 'completed', 'frozen'];
/** Number of most recent calls that are read, in addition to all open ones. */
const RECENT_CALLS = 3;

type Send = (request: ModelRequest) => Promise<ModelResponse>;

/** A path to read, and the expected content. */
interface Read {
  readonly path: string;
  /** Of all pages together: every named field must match, and there are no further rows. */
  readonly expected: object;
  /** The order of the rows is not specified; they are compared by contact. */
  readonly unordered?: true;
}

/**
 * Reads a workspace and compares it with the model. What would be too slow after every step is read in rotation.
 * @param turn the number of the step
 */
export async function expectSameReads(
  model: ReferenceModel,
  send: Send,
  numbers: MemberNumbers,
  turn: number,
): Promise<void> {
  const reads = readsOf(model, turn);
  const shown = await Promise.all(reads.map(({ path }) => readAll(send, path)));
  for (const [at, { path, expected, unordered }] of reads.entries()) {
    const actual = unordered ? sorted(shown[at]!) : shown[at]!;
    numbers.expectSameOrder(expected, actual);
    const same = { path, shown: unordered ? sorted(expected) : expected };
    expect(withoutNumbers({ path, shown: actual })).toMatchObject(withoutNumbers(same));
  }
}

function readsOf(model: ReferenceModel, turn: number): readonly Read[] {
  const lists = model.lists.filter(({ live }) => live);
  const status = STATUSES[turn % STATUSES.length]!;
  const members = lists.flatMap(({ id }): Read[] => {
    const rows = model.members(id).map((membership) => showMember(model, membership));
    const having = (wanted: string) => rows.filter((row) => row['status'] === wanted);
    const path = `/smart-lists/${id}/members?page_size=`;
    const all = rows.filter((row) => row['status'] !== 'removed');
    return [
      { path: `${path}200`, expected: { members: all } },
      { path: `${path}200&status=removed`, expected: { members: having('removed') }, unordered: true },
      { path: `${path}${1 + (turn % 3)}&status=${status}`, expected: { members: having(status) }, unordered: true },
    ];
  });
  const readAlone = lists[turn % Math.max(1, lists.length)];
  const alone = (readAlone ? model.members(readAlone.id) : []).flatMap((membership): Read[] => {
    const path = `/smart-lists/${membership.list.id}/members/${membership.contact.id}`;
    return [
      { path, expected: { member: showMember(model, membership) } },
      { path: `${path}/explain`, expected: modelExplain(model, membership) },
    ];
  });
  const limit = 1 + (turn % 9);
  const ofList = (readAlone ? [readAlone] : []).map((list): Read => {
    const path = `/dialer/preview?limit=${limit}&smart_list_id=${list.id}`;
    return { path, expected: { next: model.picks(limit, list).map(showPick) } };
  });
  const readGroup = model.groups[turn % Math.max(1, model.groups.length)];
  const ofGroups = (readGroup ? [readGroup] : []).map((group): Read => {
    const path = `/dialer/preview?limit=${limit}&dial_group_id=${group.id}`;
    return { path, expected: { next: model.picks(limit, group).map(showPick) } };
  });
  return [
    { path: '/smart-lists?page_size=200', expected: { smart_lists: lists.map((list) => showList(model, list)) } },
    { path: `/dialer/preview?limit=${limit}`, expected: { next: model.picks(limit).map(showPick) } },
    { path: '/dial-groups?page_size=2', expected: { dial_groups: model.groups.map(showGroup) } },
    ...ofGroups,
    ...ofList,
    ...members,
    ...alone,
    ...membershipsOf(model, turn),
    ...callsOf(model),
  ];
}

/** Of one of the contacts: each membership as its list shows it, in the order of the ids of the lists. */
function membershipsOf(model: ReferenceModel, turn: number): readonly Read[] {
  const contact = model.contacts.filter(({ live }) => live).at(turn % Math.max(1, model.contacts.length));
  if (!contact) return [];
  const rows = model.lists
    .filter(({ live }) => live)
    .flatMap(({ id }) => model.members(id))
    .filter((membership) => membership.contact === contact && membership.removed === null)
    .sort((a, b) => (a.list.id < b.list.id ? -1 : 1))
    .map((membership) => ({ ...showMember(model, membership), smart_list_name: membership.list.name }));
  return [{ path: `/contacts/${contact.id}/memberships?page_size=${1 + (turn % 3)}`, expected: { memberships: rows } }];
}

function callsOf(model: ReferenceModel): readonly Read[] {
  const recent = model.calls.slice(-RECENT_CALLS);
  return [...new Set([...recent, ...model.calls.filter(({ completed_at }) => completed_at === null)])].map((call) => ({
    path: `/calls/${call.id}`,
    expected: { call: { ...showCall(call), outcomes: call.outcomes.map(({ id }) => ({ outcome_id: id })) } },
  }));
}

/** Reads all pages of a path. */
async function readAll(send: Send, path: string): Promise<object> {
  let all: Readonly<Record<string, unknown>> = {};
  for (let token: string | null = ''; token !== null;) {
    const page = token === '' ? '' : `&page_token=${encodeURIComponent(token)}`;
    const { status, body } = await send({ method: 'GET', path: `${path}${page}` });
    if (status !== 200) return { status, body };
    const joined = Object.entries(body).map(([name, value]): [string, unknown] =>
      Array.isArray(value)
        ? [name, [...((all[name] as unknown[] | undefined) ?? []), ...(value as unknown[])]]
        : [name, value],
    );
    all = Object.fromEntries(joined);
    token = (body['next_page_token'] as string | null | undefined) ?? null;
  }
  return all;
}

/** Sorts members by contact id; other fields stay the same. */
function sorted(shown: object): object {
  const { members } = shown as { readonly members?: readonly { readonly contact_id: string }[] };
  if (!members) return shown;
  return { ...shown, members: [...members].sort((a, b) => (a.contact_id < b.contact_id ? -1 : 1)) };
}
