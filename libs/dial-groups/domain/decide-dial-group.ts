import {
  type CheckVersion,
  comparableName,
  type Decide,
  DomainError,
  invalidField,
  isSameJson,
  notFound,
  type WorkspaceView,
} from '#kernel';
import { activeList } from '#smart-lists/domain';
import {
  DIAL_GROUPS,
  type DialGroupChanged,
  type DialGroupCreated,
  type DialGroupDeleted,
  type DialGroupRow,
  type DialGroupSettings,
} from './dial-group.js';
import { dialGroupIn } from './groups-of-view.js';
import { dialGroupAnswer } from './present-dial-group.js';

/**
 * Largest number of dial groups of a workspace (docs/reference/http-contract.md#endpoints). With
 * {@link LISTS_OF_GROUP} it bounds the append that deletes a list of all of them: 0.8 MiB of the 1 MiB of an append.
 */
export const MAX_DIAL_GROUPS = 100;
/** How many lists a request may give a group; one whose lists were deleted may have none. */
export const LISTS_OF_GROUP = { min: 1, max: 200 } as const;

/** The input for a change: absent fields stay. */
export type DialGroupPatch = { readonly [field in keyof DialGroupSettings]?: DialGroupSettings[field] | undefined };

/**
 * POST /dial-groups.
 * @throws DomainError when decided: `invalid_reference`, `resource_conflict` (name taken, 100 groups)
 */
export function createDialGroup(dialGroupId: string, { name, smart_list_ids }: DialGroupSettings) {
  return ((view) => {
    checkLists(view, smart_list_ids);
    if (view.resident(DIAL_GROUPS).size >= MAX_DIAL_GROUPS) {
      throw new DomainError('resource_conflict', `A workspace holds at most ${MAX_DIAL_GROUPS} dial groups.`);
    }
    checkName(view, name);
    const created: DialGroupCreated = {
      type: 'DialGroupCreated',
      data: { dial_group_id: dialGroupId, name, smart_list_ids },
    };
    return { events: [created], answer: (after) => dialGroupAnswer(after, dialGroupId, 201) };
  }) satisfies Decide;
}

/**
 * PATCH /dial-groups/{dialGroupId}.
 * @throws DomainError when decided: `not_found`, `precondition_failed`, `invalid_reference`, `resource_conflict`
 */
export function changeDialGroup(dialGroupId: string, patch: DialGroupPatch, checkVersion: CheckVersion) {
  return ((view) => {
    const row = requireDialGroup(view, dialGroupId);
    checkVersion(row.version);
    const { name = row.name, smart_list_ids = row.smart_list_ids } = patch;
    checkLists(view, smart_list_ids);
    checkName(view, name, dialGroupId);
    const changes = {
      ...(name !== row.name && { name }),
      ...(!isSameJson(smart_list_ids, row.smart_list_ids) && { smart_list_ids }),
    };
    const changed: DialGroupChanged = { type: 'DialGroupChanged', data: { dial_group_id: dialGroupId, changes } };
    return {
      events: Object.keys(changes).length > 0 ? [changed] : [],
      answer: (after) => dialGroupAnswer(after, dialGroupId, 200),
    };
  }) satisfies Decide;
}

/**
 * DELETE /dial-groups/{dialGroupId}.
 * @throws DomainError when decided: `not_found`, `precondition_failed`
 */
export function deleteDialGroup(dialGroupId: string, checkVersion: CheckVersion) {
  return ((view) => {
    checkVersion(requireDialGroup(view, dialGroupId).version);
    const deleted: DialGroupDeleted = { type: 'DialGroupDeleted', data: { dial_group_id: dialGroupId } };
    const body = { ok: true, dial_group_id: dialGroupId, deleted: true } as const;
    return { events: [deleted], answer: () => ({ status: 200, body }) };
  }) satisfies Decide;
}

function requireDialGroup(view: WorkspaceView, dialGroupId: string): DialGroupRow {
  const row = dialGroupIn(view, dialGroupId);
  if (!row) throw notFound('dial group');
  return row;
}

/** The lists that a group has already are active. */
function checkLists(view: WorkspaceView, smartListIds: readonly string[]): void {
  const unknown = smartListIds.findIndex((id) => !activeList(view, id));
  if (unknown < 0) return;
  const pointer = `/smart_list_ids/${unknown}`;
  throw invalidField('invalid_reference', pointer, 'unknown', `${pointer.slice(1)} names no active smart list.`);
}

/** Names are compared as those of lists are: by NFC and toLowerCase. */
function checkName(view: WorkspaceView, name: string, except?: string): void {
  const wanted = comparableName(name);
  for (const group of view.resident(DIAL_GROUPS).values()) {
    if (group.dial_group_id !== except && comparableName(group.name) === wanted) {
      throw invalidField('resource_conflict', '/name', 'taken', 'Another dial group has this name.');
    }
  }
}
