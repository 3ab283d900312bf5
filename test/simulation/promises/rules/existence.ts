import type { ModelEvent } from '../model/events.js';
import { timeOf } from '../model/events.js';
import type { List } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, different, type Rule } from './rule.js';

/** Nothing happens in a workspace before it is created, and nothing after its deletion. */
export const nothingOutlivesItsWorkspace: Rule = (before, event) => {
  const isFirst = event.type === 'WorkspaceCreated';
  return [
    ...broken(before.deleted, event, () => 'the workspace was deleted before'),
    ...different(event, 'whether the workspace exists', before.created, !isFirst),
  ];
};

/** While the writes of a workspace are paused, nothing is written but what resumes them or deletes it. */
export const nothingIsWrittenInAPause: Rule = (before, event, { events }) => {
  if (event !== events[0] || !before.settings.writes_paused) return [];
  const ends = events.some(
    ({ type, data }) =>
      type === 'WorkspaceDeleted' || (type === 'WorkspaceChanged' && data.changes.writes_paused === false),
  );
  return broken(!ends, event, () => 'writes are paused');
};

/** What was deleted is changed no more, and is deleted once. */
export const nothingHappensToTheDeleted: Rule = (before, event) => {
  switch (event.type) {
    case 'ContactImported':
      return broken(before.contact(event.data.contact_id) !== undefined, event, () => 'the contact exists already');
    case 'ContactChanged': {
      const contact = before.contact(event.data.contact_id);
      return different(event, 'the phone before', event.data.old_phone, contact?.phone ?? 'that of nobody');
    }
    case 'DialingPaused':
    case 'DialingResumed':
      return different(event, 'whether dialing is paused', before.pausedAt !== null, event.type === 'DialingResumed');
    case 'ContactDeleted':
      return broken(!before.contact(event.data.contact_id), event, () => 'the contact does not exist');
    case 'SmartListChanged':
    case 'SmartListDeleted':
    case 'SmartListReset':
      return broken(!before.list(event.data.smart_list_id), event, () => 'the list does not exist');
    case 'OutcomeChanged':
    case 'OutcomeDeleted':
      return broken(!before.outcomes.has(event.data.outcome_id), event, () => 'the outcome does not exist');
    case 'ApiKeyRevoked':
      return broken(
        before.keys.get(event.data.api_key_id)?.revoked !== false,
        event,
        () => 'no such key opens anything',
      );
    default:
      return [];
  }
};

/** What has an id of its own is created once. */
export const idsAreGivenOnce: Rule = (before, event) => {
  switch (event.type) {
    case 'SmartListCreated':
      return broken(before.lists.has(event.data.smart_list_id), event, () => 'another list has had this id');
    case 'OutcomeCreated':
      return broken(before.outcomes.has(event.data.outcome_id), event, () => 'another outcome has this id');
    case 'ApiKeyCreated':
      return broken(before.keys.has(event.data.api_key_id), event, () => 'another key has had this id');
    case 'DeliveryRequested':
      return broken(before.deliveries.has(event.data.delivery_id), event, () => 'another delivery has had this id');
    default:
      return [];
  }
};

/** Names of active lists are unique, and waterfalls lead to active lists and never in a circle. */
export const listsFitTogether: Rule = (before, event) => {
  if (event.type !== 'SmartListCreated' && event.type !== 'SmartListChanged') return [];
  const { smart_list_id: id } = event.data;
  const changes = event.type === 'SmartListCreated' ? event.data : event.data.changes;
  const { name, next_list_id: next } = changes;
  const same = before
    .liveLists()
    .find((list) => list.id !== id && comparable(list) === name?.normalize('NFC').toLowerCase());
  return [
    ...broken(name !== undefined && same !== undefined, event, () => `list ${same!.id} has the name ${name} too`),
    ...(next ? ofWaterfall(before, event, id, next) : []),
  ];
};

const comparable = ({ settings }: List): string => settings.name.normalize('NFC').toLowerCase();

function ofWaterfall(before: WorkspaceModel, event: ModelEvent, id: string, next: string): readonly string[] {
  if (!before.list(next)) return broken(true, event, () => `the next list ${next} does not exist`);
  const passed = new Set<string>([id]);
  for (let at: string | null = next; at !== null; at = before.list(at)?.settings.next_list_id ?? null) {
    if (passed.has(at)) return broken(true, event, () => `the waterfall leads back to list ${at}`);
    passed.add(at);
  }
  return [];
}

/** A key that does not exist, was revoked or has expired writes nothing. */
export const onlyLiveKeysWrite: Rule = (before, event) => {
  const { kind, id } = event.metadata.actor;
  if (kind !== 'api_key') return [];
  const key = before.keys.get(id ?? '');
  const expired = (key?.expiresAt ?? Infinity) <= timeOf(event);
  return [
    ...broken(!key, event, () => `no key has the id ${id}`),
    ...broken(key?.revoked === true, event, () => `key ${id} was revoked before`),
    ...broken(expired, event, () => `key ${id} has expired before`),
  ];
};

/** No write takes a workspace above a quota that it raises the use of. */
export const quotasHold: Rule = (before, event, { events }) => {
  if (event !== events[0]) return [];
  const { quotas } = before.settings;
  const count = (...types: readonly string[]): number => events.filter(({ type }) => types.includes(type)).length;
  const ended = events.flatMap((each) => (each.type === 'MemberRemoved' ? each.data.contacts : []));
  const raised = {
    contacts: count('ContactImported') - count('ContactDeleted'),
    members: count('MemberAdded') - ended.reduce((sum, { lists }) => sum + lists.length, 0),
    open_calls: count('CallDispatched', 'CallRegistered') - count('CallCompleted'),
  };
  return (Object.keys(raised) as (keyof typeof raised)[]).flatMap((quota) =>
    broken(raised[quota] > 0 && useOf(before, quota) + raised[quota] > quotas[quota], event, () => {
      return `${useOf(before, quota)} ${quota} and ${raised[quota]} more exceed the quota of ${quotas[quota]}`;
    }),
  );
};

function useOf(before: WorkspaceModel, quota: 'contacts' | 'members' | 'open_calls'): number {
  if (quota === 'open_calls') return before.openCalls.size;
  if (quota === 'contacts') return [...before.contacts.values()].filter(({ live }) => live).length;
  return before.memberCount();
}
