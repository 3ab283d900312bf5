import type { Judge } from '../world.js';
import { attemptCount } from './model/eligibility.js';
import { type ModelEvent, naming } from './model/events.js';
import type { WorkspaceModel } from './model/workspace-model.js';
import { replay } from './replay.js';
import type { Write } from './rules/rule.js';

/**
 * ListDrained stands in each write that drains a list, once, and in no other: the lists that are drained are found anew
 * after each write, by a walk over their members (docs/reference/dialing-rules.md#a-drained-list).
 */
export const drainedListsAreTold: Judge = ({ events }) => {
  const found: string[] = [];
  const watched = new Map<WorkspaceModel, WatchedLists>();
  const models = replay(events, {
    before: (model, event, write) => {
      const lists = watched.get(model) ?? new WatchedLists();
      watched.set(model, lists);
      found.push(...lists.beforeEvent(model, event, write));
    },
  });
  for (const model of models.values()) found.push(...(watched.get(model)?.judgeWrite(model) ?? []));
  return found;
};

/** The lists of a workspace, from write to write. */
class WatchedLists {
  private write: Write | undefined;
  private drained: ReadonlySet<string> = new Set();
  private readonly withMember = new Set<string>();

  beforeEvent(model: WorkspaceModel, event: ModelEvent, write: Write): readonly string[] {
    const sentences = write === this.write ? [] : this.judgeWrite(model);
    this.write = write;
    if (event.type === 'MemberAdded') this.withMember.add(event.data.smart_list_id);
    return sentences;
  }

  /** Judges the write that is over, by the state after it. */
  judgeWrite(model: WorkspaceModel): readonly string[] {
    if (!this.write) return [];
    const after = new Set([...this.withMember].filter((id) => isDrained(model, id)));
    const became = [...after].filter((id) => !this.drained.has(id)).map((id) => named(model, id));
    this.drained = after;
    const told = this.write.events.flatMap(({ type, data }) => {
      if (type !== 'ListDrained') return [];
      return [`${data.smart_list_id} ${data.completed_members}`];
    });
    if (told.sort().join() === became.sort().join()) return [];
    return [`${naming(this.write.events[0]!)}: drained is [${told.join()}], and should be [${became.join()}]`];
  }
}

function isDrained(model: WorkspaceModel, listId: string): boolean {
  const list = model.list(listId);
  if (!list || [...model.openCalls].some(({ party }) => party.smart_list_id === listId)) return false;
  const { max_attempts_total: cap } = list.settings;
  return model.membersOf(listId).every(({ contactId }) => {
    return cap !== null && cap > 0 && attemptCount(model, contactId, listId) >= cap;
  });
}

function named(model: WorkspaceModel, listId: string): string {
  return `${listId} ${model.membersOf(listId).length}`;
}
