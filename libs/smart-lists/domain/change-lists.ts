import { type CheckVersion, comparableName, isSameJson, type WorkspaceView } from '#kernel';
import { checkHoursNamed } from '#calling-hours/domain';
import { checkName, checkRoom, checkWaterfall, requireList } from './active-lists.js';
import { cloneName } from './clone-name.js';
import {
  SETTINGS_DEFAULTS,
  SMART_LISTS,
  type SmartListChanged,
  type SmartListCreated,
  type SmartListDeleted,
  type SmartListRow,
  type SmartListSettings,
} from './smart-list.js';

/** The input for a new list: absent fields get their defaults. */
export type NewSmartList = Pick<SmartListSettings, 'name'> & SmartListPatch;

/** The input for a change: absent fields stay. */
export type SmartListPatch = { readonly [field in keyof SmartListSettings]?: SmartListSettings[field] | undefined };

/**
 * A new list (docs/reference/http-contract.md#endpoints).
 * @throws DomainError `invalid_reference`, `resource_conflict` (name taken, too many lists)
 */
export function createList(view: WorkspaceView, smartListId: string, input: NewSmartList): SmartListCreated {
  const settings: SmartListSettings = { name: input.name, ...SETTINGS_DEFAULTS, ...sent(input) };
  if (settings.next_list_id !== null) checkWaterfall(view, undefined, settings.next_list_id);
  checkHoursNamed(view, settings.calling_hours_id);
  checkRoom(view);
  checkName(view, settings.name);
  return { type: 'SmartListCreated', data: { smart_list_id: smartListId, ...settings, source: 'api' } };
}

/**
 * The event of a PATCH; undefined if it changes nothing.
 * @throws DomainError `not_found`, `precondition_failed`, `invalid_reference`, `waterfall_cycle`, `resource_conflict`
 */
export function changeList(
  view: WorkspaceView,
  smartListId: string,
  patch: SmartListPatch,
  checkVersion?: CheckVersion,
): SmartListChanged | undefined {
  const list = requireList(view, smartListId);
  checkVersion?.(list.version);
  const changes = differences(list, patch);
  if (Object.keys(changes).length === 0) return undefined;
  if (changes.next_list_id) checkWaterfall(view, smartListId, changes.next_list_id);
  checkHoursNamed(view, changes.calling_hours_id);
  if (changes.name !== undefined) checkName(view, changes.name, smartListId);
  return { type: 'SmartListChanged', data: { smart_list_id: smartListId, changes } };
}

/**
 * A new list with all settings of another and no members (docs/reference/http-contract.md#endpoints). Its waterfall is
 * copied too: nothing leads to the clone yet, so it closes no cycle.
 * @throws DomainError `not_found`, `resource_conflict` (the given name is taken, too many lists)
 */
export function cloneList(
  view: WorkspaceView,
  smartListId: string,
  cloneId: string,
  name: string | undefined,
): SmartListCreated {
  const list = requireList(view, smartListId);
  checkRoom(view);
  if (name !== undefined) checkName(view, name);
  const settings = settingsOf(list);
  const names = () => new Set([...view.resident(SMART_LISTS).values()].map((each) => comparableName(each.name)));
  return {
    type: 'SmartListCreated',
    data: { smart_list_id: cloneId, ...settings, name: name ?? cloneName(list.name, names()), source: 'clone' },
  };
}

/**
 * The end of a list and of the waterfalls that lead to it, without the end of its memberships: the caller appends that
 * behind it, or leaves `membersLeft` of them to a sweep.
 */
export function deleteList(
  view: WorkspaceView,
  list: SmartListRow,
  membersLeft: number,
): readonly [SmartListDeleted, ...SmartListChanged[]] {
  const { smart_list_id } = list;
  const before = [...view.resident(SMART_LISTS).values()]
    .filter(({ next_list_id }) => next_list_id === smart_list_id)
    .sort((a, b) => a.number - b.number);
  return [
    { type: 'SmartListDeleted', data: { smart_list_id, members_left: membersLeft } },
    ...before.map((other): SmartListChanged => ({
      type: 'SmartListChanged',
      data: { smart_list_id: other.smart_list_id, changes: { next_list_id: null } },
    })),
  ];
}

function settingsOf(list: SmartListSettings): SmartListSettings {
  return {
    name: list.name,
    description: list.description,
    priority: list.priority,
    max_attempts_per_day: list.max_attempts_per_day,
    max_attempts_total: list.max_attempts_total,
    min_retry_seconds: list.min_retry_seconds,
    retry_seconds: list.retry_seconds,
    attempt_windows: list.attempt_windows,
    dial_timeout_seconds: list.dial_timeout_seconds,
    next_list_id: list.next_list_id,
    calling_hours_id: list.calling_hours_id,
    paused: list.paused,
  };
}

/** The fields that were sent. */
function sent(patch: SmartListPatch): Partial<SmartListSettings> {
  const fields = Object.keys({ name: '', ...SETTINGS_DEFAULTS }) as (keyof SmartListSettings)[];
  return Object.fromEntries(fields.filter((field) => patch[field] !== undefined).map((field) => [field, patch[field]]));
}

/** The sent fields that differ from the list's. */
function differences(list: SmartListSettings, patch: SmartListPatch): Partial<SmartListSettings> {
  const different = Object.entries(sent(patch)).filter(
    ([field, value]) => !isSameJson(list[field as keyof SmartListSettings], value),
  );
  return Object.fromEntries(different);
}
