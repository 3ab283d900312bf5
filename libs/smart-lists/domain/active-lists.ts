import { comparableName, DomainError, invalidField, keyText, notFound, type WorkspaceView } from '#kernel';
import { SMART_LISTS, type SmartListRow } from './smart-list.js';

/** Largest number of active lists of a workspace (docs/reference/http-contract.md#endpoints). */
export const MAX_ACTIVE_LISTS = 1_000;

/** The active list of this id; undefined: it does not exist, is deleted, or is another workspace's. */
export function activeList(view: WorkspaceView, smartListId: string): SmartListRow | undefined {
  return view.resident(SMART_LISTS).get(keyText([view.workspaceId, smartListId]));
}

/**
 * The active list of this id.
 * @throws DomainError `not_found`
 */
export function requireList(view: WorkspaceView, smartListId: string): SmartListRow {
  const list = activeList(view, smartListId);
  if (!list) throw notFound('smart list');
  return list;
}

/**
 * Refuses a waterfall to a list that is not active, or that leads back to the list it starts from (also itself).
 * @param from the list that gets the waterfall; undefined while it is being created: then nothing can lead back to it
 * @throws DomainError `invalid_reference`, `waterfall_cycle`
 */
export function checkWaterfall(view: WorkspaceView, from: string | undefined, nextListId: string): void {
  if (!activeList(view, nextListId)) {
    throw invalidField('invalid_reference', '/next_list_id', 'unknown', 'next_list_id names no active smart list.');
  }
  if (from !== undefined && leadsTo(view, nextListId, from)) {
    const detail = 'This next_list_id would lead members back to the list they came from.';
    throw invalidField('waterfall_cycle', '/next_list_id', 'cycle', detail);
  }
}

/** Every list has one next list and there is no cycle yet, so following them ends. */
function leadsTo(view: WorkspaceView, start: string, target: string): boolean {
  for (let at: string | null = start; at !== null; at = activeList(view, at)?.next_list_id ?? null) {
    if (at === target) return true;
  }
  return false;
}

/**
 * Refuses a name that another active list has (compared by NFC and toLowerCase).
 * @param except the list that is renamed
 * @throws DomainError `resource_conflict`
 */
export function checkName(view: WorkspaceView, name: string, except?: string): void {
  const wanted = comparableName(name);
  for (const list of view.resident(SMART_LISTS).values()) {
    if (list.smart_list_id !== except && comparableName(list.name) === wanted) {
      const detail = 'Another active smart list has this name.';
      throw invalidField('resource_conflict', '/name', 'taken', detail);
    }
  }
}

/**
 * Refuses a list beyond the largest number.
 * @throws DomainError `resource_conflict`
 */
export function checkRoom(view: WorkspaceView): void {
  if (view.resident(SMART_LISTS).size >= MAX_ACTIVE_LISTS) {
    throw new DomainError('resource_conflict', `A workspace holds at most ${MAX_ACTIVE_LISTS} active smart lists.`);
  }
}
