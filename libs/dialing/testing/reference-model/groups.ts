import { ModelLists } from './lists.js';
import { type ModelGroup, type ModelList, type ModelScope, Refused } from './state.js';

/** The fields of a dial group as a request sends them. */
export interface GroupFields {
  readonly name: string;
  readonly smart_list_ids: readonly string[];
}

/** Dial groups of the reference model, and what a request dials. */
export class ModelGroups extends ModelLists {
  readonly groups: ModelGroup[] = [];

  /** "At most one of them", and each names something that is there. */
  scope({ smart_list_id: listId = null, dial_group_id: groupId = null }: Record<string, string | null>): ModelScope {
    if (listId !== null && groupId !== null) throw new Refused('validation_failed');
    if (listId !== null) return this.namedList(listId);
    if (groupId === null) return null;
    const found = this.groups.find(({ id }) => id === groupId);
    if (!found) throw new Refused('invalid_reference');
    return found;
  }

  group(id: string): ModelGroup {
    const found = this.groups.find((group) => group.id === id);
    if (!found) throw new Refused('not_found');
    return found;
  }

  createGroup({ name, smart_list_ids }: GroupFields): ModelGroup {
    const lists = this.listsOfGroup(smart_list_ids);
    if (this.groups.length >= 100) throw new Refused('resource_conflict');
    this.checkGroupName(name);
    const group: ModelGroup = { id: this.newId(), name, lists };
    this.groups.push(group);
    return group;
  }

  patchGroup(id: string, { name, smart_list_ids }: Partial<GroupFields>): ModelGroup {
    const group = this.group(id);
    const lists = smart_list_ids === undefined ? group.lists : this.listsOfGroup(smart_list_ids);
    if (name !== undefined) this.checkGroupName(name, group);
    return Object.assign(group, { lists, name: name ?? group.name });
  }

  deleteGroup(id: string): void {
    this.groups.splice(this.groups.indexOf(this.group(id)), 1);
  }

  /** "Deleting a list takes it out of its dial groups"; a group may be left with none. */
  override deleteList(id: string): void {
    super.deleteList(id);
    for (const group of this.groups) group.lists = group.lists.filter(({ live }) => live);
  }

  private listsOfGroup(ids: readonly string[]): readonly ModelList[] {
    if (ids.length < 1 || ids.length > 200 || new Set(ids).size < ids.length) throw new Refused('validation_failed');
    return ids.map((id) => this.namedList(id));
  }

  private namedList(id: string): ModelList {
    const found = this.lists.find((list) => list.id === id && list.live);
    if (!found) throw new Refused('invalid_reference');
    return found;
  }

  private checkGroupName(name: string, except?: ModelGroup): void {
    const isTaken = this.groups.some((each) => each !== except && each.name.toLowerCase() === name.toLowerCase());
    if (isTaken) throw new Refused('resource_conflict');
  }
}
