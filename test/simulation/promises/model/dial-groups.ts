import type { EventOf } from './events.js';
import { LanePlaces } from './lanes.js';

/** A dial group, and where its rounds stand. */
export interface DialGroup {
  readonly id: string;
  name: string;
  lists: readonly string[];
  version: number;
  readonly places: LanePlaces;
}

/** What a request for the next calls dials, by the names of the API; neither: the whole workspace. */
export interface Scope {
  readonly smart_list_id?: string | null | undefined;
  readonly dial_group_id?: string | null | undefined;
  /** The agent for whom it asks; callbacks of which it is the owner are taken first. */
  readonly agent_id?: string | null | undefined;
}

/** The dial groups of a workspace that are not deleted. */
export class DialGroups {
  private readonly groups = new Map<string, DialGroup>();

  get(id: string | null | undefined): DialGroup | undefined {
    return this.groups.get(id ?? '');
  }

  /** In the order of their creation. */
  all(): readonly DialGroup[] {
    return [...this.groups.values()];
  }

  fold(event: EventOf<'DialGroupCreated'> | EventOf<'DialGroupChanged'> | EventOf<'DialGroupDeleted'>): void {
    const { dial_group_id: id } = event.data;
    if (event.type === 'DialGroupDeleted') return void this.groups.delete(id);
    if (event.type === 'DialGroupCreated') {
      const { name, smart_list_ids: lists } = event.data;
      return void this.groups.set(id, { id, name, lists, version: 1, places: new LanePlaces() });
    }
    const group = this.groups.get(id);
    if (!group) return;
    group.name = event.data.changes.name ?? group.name;
    group.lists = event.data.changes.smart_list_ids ?? group.lists;
    group.version += 1;
  }
}
