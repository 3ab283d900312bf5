import { invalidField, type WorkspaceView } from '#kernel';
import { dialGroupIn } from '#dial-groups/domain';
import { activeList, PRIORITIES } from '#smart-lists/domain';
import type { CallSnapshot } from '../calls/call-events.js';
import { cursorsOf, cursorsOfList } from './cursors.js';
import { type Cursors, type Tier, TIERS } from './eligible-members.js';

/**
 * For whom a request asks, and what to dial: a list alone, the lists of a dial group, or, with neither, the whole
 * workspace.
 */
export interface ScopeWanted {
  readonly smartListId?: string | undefined;
  readonly dialGroupId?: string | undefined;
  /** Who is to be on the phone: its own callbacks are given to it first. */
  readonly agentId?: string | undefined;
}

/** What a request dials, as of a view (docs/reference/dialing-rules.md#the-next-contact). */
export interface Scope {
  /** As its calls keep it; undefined: the whole workspace. */
  readonly named: CallSnapshot['scope'];
  readonly isDialed: (smartListId: string) => boolean;
  /** In the order in which they are dialed; contacts without a list belong to the scope of the workspace only. */
  readonly tiers: readonly Tier[];
  readonly cursors: Cursors;
}

/** @throws DomainError `invalid_reference`: no active list, or no dial group */
export function scopeOf(view: WorkspaceView, { smartListId, dialGroupId }: ScopeWanted): Scope {
  if (smartListId !== undefined) return scopeOfList(view, smartListId);
  return dialGroupId === undefined ? scopeOfWorkspace(view) : scopeOfGroup(view, dialGroupId);
}

/** The scope of requests that name nothing. */
export function scopeOfWorkspace(view: WorkspaceView): Scope {
  return { named: undefined, isDialed: () => true, tiers: TIERS, cursors: cursorsOf(view) };
}

function scopeOfList(view: WorkspaceView, smartListId: string): Scope {
  const list = activeList(view, smartListId);
  if (!list) {
    throw invalidField('invalid_reference', '/smart_list_id', 'unknown', 'smart_list_id names no active smart list.');
  }
  return {
    named: { smart_list_id: list.smart_list_id },
    isDialed: (id) => id === list.smart_list_id,
    tiers: [list.priority],
    cursors: cursorsOfList(view, list),
  };
}

function scopeOfGroup(view: WorkspaceView, dialGroupId: string): Scope {
  const group = dialGroupIn(view, dialGroupId);
  if (!group) {
    throw invalidField('invalid_reference', '/dial_group_id', 'unknown', 'dial_group_id names no dial group.');
  }
  const lists = new Set(group.smart_list_ids);
  return {
    named: { dial_group_id: group.dial_group_id },
    isDialed: (id) => lists.has(id),
    tiers: PRIORITIES,
    cursors: cursorsOf(view, group.dial_group_id),
  };
}
