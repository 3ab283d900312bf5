import type { ModelEvent } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, different, type Rule, type Write } from './rule.js';

/** Dial groups have names of their own and active lists, each once; only the end of a list leaves one with none. */
export const groupsFitTogether: Rule = (before, event, { events }) => {
  switch (event.type) {
    case 'DialGroupCreated': {
      const { dial_group_id: id, name, smart_list_ids } = event.data;
      return [
        ...broken(before.groups.get(id) !== undefined, event, () => 'another group has this id'),
        ...ofName(before, event, id, name),
        ...ofLists(before, event, smart_list_ids, false),
      ];
    }
    case 'DialGroupChanged': {
      const { dial_group_id: id, changes } = event.data;
      const losesList = events.some(({ type }) => type === 'SmartListDeleted');
      return [
        ...broken(!before.groups.get(id), event, () => 'the group does not exist'),
        ...(changes.name === undefined ? [] : ofName(before, event, id, changes.name)),
        ...(changes.smart_list_ids ? ofLists(before, event, changes.smart_list_ids, losesList) : []),
      ];
    }
    case 'DialGroupDeleted':
      return broken(!before.groups.get(event.data.dial_group_id), event, () => 'the group does not exist');
    default:
      return [];
  }
};

/** A list that is deleted leaves its groups in the same write, and they keep their other lists in their order. */
export const deletedListsLeaveTheirGroups: Rule = (before, event, write) => {
  if (event.type !== 'SmartListDeleted') return [];
  const { smart_list_id: id } = event.data;
  const expected = before.groups
    .all()
    .filter(({ lists }) => lists.includes(id))
    .map((group) => ({
      dial_group_id: group.id,
      changes: { smart_list_ids: group.lists.filter((each) => each !== id) },
    }));
  return different(event, 'the groups that it leaves', changedGroups(write), expected);
};

/** A request for a group dials its lists alone, as they are at that instant. */
export const groupsDialTheirLists: Rule = (before, event) => {
  if (event.type !== 'CallDispatched') return [];
  const { smart_list_id: listId, snapshot } = event.data;
  const groupId = snapshot.scope?.dial_group_id;
  if (groupId === undefined) return [];
  const isOfGroup = listId !== null && before.groups.get(groupId)?.lists.includes(listId) === true;
  return broken(!isOfGroup, event, () => `list ${listId} is not in group ${groupId}`);
};

function changedGroups({ events }: Write): readonly object[] {
  return events.flatMap((each) => (each.type === 'DialGroupChanged' ? [each.data] : []));
}

function ofName(before: WorkspaceModel, event: ModelEvent, id: string, name: string): readonly string[] {
  const same = before.groups.all().find((group) => group.id !== id && comparable(group.name) === comparable(name));
  return broken(same !== undefined, event, () => `group ${same!.id} has the name ${name} too`);
}

function ofLists(
  before: WorkspaceModel,
  event: ModelEvent,
  lists: readonly string[],
  mayBeEmpty: boolean,
): readonly string[] {
  const gone = lists.filter((id) => !before.list(id));
  const isWrong = (lists.length === 0 && !mayBeEmpty) || new Set(lists).size < lists.length;
  return [
    ...broken(gone.length > 0, event, () => `list ${gone.join()} does not exist`),
    ...broken(isWrong, event, () => `its lists are [${lists.join()}]`),
  ];
}

const comparable = (name: string): string => name.normalize('NFC').toLowerCase();
