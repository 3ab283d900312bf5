import type { HoursFields } from '../../../libs/dialing/testing/reference-model/hours.js';
import type { ModelRules } from '../../../libs/dialing/testing/reference-model/rules.js';
import { LIST_DEFAULTS } from '../../../libs/dialing/testing/reference-model/state.js';
import type {
  ModelCall,
  ModelContact,
  ModelList,
  ModelMembership,
  ModelSettings,
  ModelWorkspace,
} from '../../../libs/dialing/testing/reference-model/state.js';
import type { LoggedEvent } from '../../support/log.js';

interface Removal {
  readonly reason: string;
  readonly lists: readonly string[];
  readonly contacts: readonly { readonly contact_id: string; readonly lists: readonly number[] }[];
}

/** The data of a CallDispatched or CallRegistered event. */
interface Begun {
  readonly call_id: string;
  readonly contact_id: string;
  readonly phone: string;
  readonly smart_list_id?: string | null;
  readonly member_number?: number;
  readonly attempt_number?: number;
  readonly snapshot?: Readonly<Record<string, unknown>>;
  readonly lease_expires_at: string;
}

type Fold = (rules: ModelRules, data: never, revision: number) => void;

/** Applies each event to the state of the reference model, without its rules: only what the log says changes. */
const FOLDS: Readonly<Record<string, Fold>> = {
  WorkspaceCreated: (rules, { time_zone, unlisted }: ModelWorkspace) => change(rules, { time_zone, unlisted }),
  WorkspaceChanged: (rules, { changes }: { changes: Partial<ModelWorkspace> }) => change(rules, changes),
  CallingHoursCreated: (rules, { calling_hours_id: id, ...hours }: HoursNamed & HoursFields) =>
    rules.hours.all.push({ id, ...hours }),
  CallingHoursChanged: (rules, { calling_hours_id, changes }: HoursNamed & { changes: Partial<HoursFields> }) =>
    rules.hours.patch(calling_hours_id, changes),
  CallingHoursDeleted: (rules, { calling_hours_id }: HoursNamed) => rules.hours.delete(calling_hours_id, false),
  ContactImported: imported,
  ContactChanged: (rules, { contact_id, phone }: { contact_id: string; phone: string }) =>
    Object.assign(contactOf(rules, contact_id), { phone }),
  ContactDetailsChanged: (rules, { contact_id, time_zone }: { contact_id: string; time_zone: string | null }) =>
    Object.assign(contactOf(rules, contact_id), { time_zone }),
  ContactDeleted: (rules, { contact_id }: { contact_id: string }) =>
    Object.assign(contactOf(rules, contact_id), { live: false }),
  SmartListCreated: (rules, { smart_list_id, source, ...settings }: ModelSettings & ListNamed & { source: string }) =>
    rules.lists.push({ ...LIST_DEFAULTS, ...settings, id: smart_list_id, source, live: true }),
  SmartListChanged: (rules, { smart_list_id, changes }: ListNamed & { changes: Partial<ModelSettings> }) =>
    Object.assign(listOf(rules, smart_list_id), changes),
  SmartListDeleted: (rules, { smart_list_id }: ListNamed) =>
    Object.assign(listOf(rules, smart_list_id), { live: false }),
  MemberAdded: (rules, data: ListNamed & { contact_id: string; source: string }, number) => {
    const [list, contact] = [listOf(rules, data.smart_list_id), contactOf(rules, data.contact_id)];
    rules.memberships.push({
      list,
      contact,
      number,
      source: data.source,
      added_at: rules.now,
      removed: null,
      callback: null,
    });
  },
  MemberRemoved: removed,
  CallbackSet: (rules, { callback_at, agent_id, owner_seconds, ...member }: MemberNamed & Promised) =>
    Object.assign(memberOf(rules, member)!, {
      callback: { at: Date.parse(callback_at), agent: agent_id, owner_seconds },
    }),
  CallbackCleared: (rules, member: MemberNamed) => Object.assign(memberOf(rules, member)!, { callback: null }),
  MembersReset: (rules, { smart_list_id, contact_ids }: ListNamed & { contact_ids: readonly string[] }) => {
    for (const id of contact_ids)
      for (const call of rules.callsFrom(contactOf(rules, id), listOf(rules, smart_list_id))) call.was_reset = true;
  },
  DoNotCallAdded: (rules, { number_hash, phone, reason, source, expires_at }: Entered & Added) => {
    numbersOf(rules).set(number_hash, phone);
    rules.register.enter([{ phone, reason, expires_at }], source, rules.now);
  },
  DoNotCallChanged: (rules, { number_hash, reason, expires_at }: Entered) =>
    rules.register.enter([{ phone: numbersOf(rules).get(number_hash)!, reason, expires_at }], 'api', rules.now),
  DoNotCallRemoved: (rules, { number_hash }: Entered) =>
    rules.register.remove([numbersOf(rules).get(number_hash)!], rules.now),
  SmartListReset: (rules, { smart_list_id, completed_only }: ListNamed & { completed_only: boolean }) => {
    const list = listOf(rules, smart_list_id);
    const least = completed_only ? list.max_attempts_total || Infinity : 1;
    for (const { contact } of rules.active(list))
      if (rules.attemptCount(contact, list) >= least)
        for (const call of rules.callsFrom(contact, list)) call.was_reset = true;
  },
  CallDispatched: begun,
  CallRegistered: begun,
  CallEnded: (rules, { call_id, result }: { call_id: string; result: string }) =>
    Object.assign(callOf(rules, call_id), { result, ended_at: rules.now }),
  OutcomeApplied: (rules, { call_id, outcome }: { call_id: string; outcome: Applied }) => {
    const { outcome_id: id, outcome_name: name, outcome_type: type, retry_seconds } = outcome;
    const destination = { destination_type: 'none', destination_id: null, smart_list_ids: [] };
    callOf(rules, call_id).outcomes.push({ id, name, type, ...destination, retry_seconds });
  },
  CallCompleted: (rules, { call_id }: { call_id: string }) =>
    Object.assign(callOf(rules, call_id), { completed_at: rules.now }),
};

interface Applied {
  readonly outcome_id: string;
  readonly outcome_name: string;
  readonly outcome_type: string;
  readonly retry_seconds: number | null;
}

interface MemberNamed extends ListNamed {
  readonly contact_id: string;
}

interface Promised {
  readonly callback_at: string;
  readonly agent_id: string | null;
  readonly owner_seconds: number;
}

interface Entered {
  readonly number_hash: string;
  readonly reason: string | null;
  readonly expires_at: string | null;
}

interface Added {
  readonly phone: string;
  readonly source: string;
}

/** The numbers behind the hashes of a log. */
const NUMBERS = new WeakMap<ModelRules, Map<string, string>>();

function numbersOf(rules: ModelRules): Map<string, string> {
  const numbers = NUMBERS.get(rules) ?? new Map<string, string>();
  NUMBERS.set(rules, numbers);
  return numbers;
}

interface HoursNamed {
  readonly calling_hours_id: string;
}

interface ListNamed {
  readonly smart_list_id: string;
}

/** Folds one event of a workspace's stream into the state that the reference rules read. */
export function foldEvent(rules: ModelRules, { type, data, revision, metadata }: LoggedEvent): void {
  rules.now = Date.parse(metadata.occurred_at);
  FOLDS[type]?.(rules, data as never, revision);
}

function change(rules: ModelRules, { unlisted, ...settings }: Partial<ModelWorkspace>): void {
  Object.assign(rules.workspace, settings);
  Object.assign(rules.workspace.unlisted, unlisted);
}

function imported(rules: ModelRules, { contact_id: id, phone }: Begun, number: number): void {
  const known = rules.contacts.find((contact) => contact.id === id);
  const fresh = { phone, time_zone: null, live: true };
  if (known) Object.assign(known, fresh);
  else rules.contacts.push({ id, ...fresh, name: null, number, created_at: rules.now, erased_at: null });
}

function removed(rules: ModelRules, { reason, lists, contacts }: Removal): void {
  for (const { contact_id, lists: places } of contacts) {
    const ids = places.map((place) => lists[place]);
    const ended = rules.memberships.filter(
      (one) => one.removed === null && one.contact.id === contact_id && ids.includes(one.list.id),
    );
    expect(ended).toHaveLength(ids.length);
    for (const membership of ended) Object.assign(membership, { removed: reason, callback: null });
  }
}

function begun(rules: ModelRules, { call_id: id, contact_id, phone, ...rest }: Begun): void {
  expect(rules.calls.filter((call) => call.id === id)).toEqual([]);
  const { smart_list_id = null, member_number = null, attempt_number = null, snapshot = null } = rest;
  const list = smart_list_id === null ? null : listOf(rules, smart_list_id);
  const lease_expires_at = Date.parse(rest.lease_expires_at);
  const lease = { lease_expires_at, lease_seconds: (lease_expires_at - rules.now) / 1_000 };
  const called = { contact: contactOf(rules, contact_id), phone, dialed: phone };
  const party = { ...called, list, number: member_number };
  const open = {
    result: null,
    ended_at: null,
    wrap_up_expires_at: null,
    completed_at: null,
    erased_at: null,
    was_reset: false,
    // Events tell what becomes of it.
    callback: null,
    outcomes: [],
  };
  const membership = list && memberOf(rules, { smart_list_id: list.id, contact_id });
  if (membership) membership.callback = null;
  rules.calls.push({ id, ...party, attempt_number, snapshot, dispatched_at: rules.now, ...lease, ...open });
}

const contactOf = (rules: ModelRules, id: string): ModelContact => rules.contacts.find((one) => one.id === id)!;
const listOf = (rules: ModelRules, id: string): ModelList => rules.lists.find((one) => one.id === id)!;
const memberOf = (rules: ModelRules, { smart_list_id, contact_id }: MemberNamed): ModelMembership | undefined =>
  rules.membershipOf(contactOf(rules, contact_id), listOf(rules, smart_list_id));
const callOf = (rules: ModelRules, id: string): ModelCall => rules.calls.find((one) => one.id === id)!;
