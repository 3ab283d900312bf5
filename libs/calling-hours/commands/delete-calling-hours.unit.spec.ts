import type { DomainEvent } from '#kernel';
import { given, type Given, testId as id } from '#kernel/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { CALLING_HOURS_PROJECTIONS } from '../projections/index.js';
import { decideDelete } from './delete-calling-hours.command.js';

const [DAY, NIGHT] = [id(1), id(2)] as const;
const created = (calling_hours_id: string): DomainEvent => ({
  type: 'CallingHoursCreated',
  data: { calling_hours_id, name: calling_hours_id, zone: 'contact', intervals: [], closed_dates: [] },
});
const list = (n: number, calling_hours_id: string | null): DomainEvent => ({
  type: 'SmartListCreated',
  data: { ...SETTINGS_DEFAULTS, smart_list_id: id(n), name: `list ${n}`, calling_hours_id, source: 'api' },
});
const changed = (n: number, calling_hours_id: string | null): DomainEvent => ({
  type: 'SmartListChanged',
  data: { smart_list_id: id(n), changes: { calling_hours_id } },
});
const made: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS },
};
const workspaceHours = (calling_hours_id: string | null): DomainEvent => ({
  type: 'WorkspaceChanged',
  data: { changes: { calling_hours_id } },
});
const workspace = (...events: DomainEvent[]): Given =>
  given(
    [...WORKSPACES_PROJECTIONS, ...CALLING_HOURS_PROJECTIONS, ...SMART_LIST_PROJECTIONS],
    [made, created(DAY), created(NIGHT), ...events],
  );
const deletion = decideDelete(DAY, () => undefined);

describe('calling hours', () => {
  it('that an active list names are kept, until none does', () => {
    const named = workspace(list(11, DAY), list(12, NIGHT));
    named.when(deletion).thenRefused('resource_conflict');
    named.when(decideDelete(NIGHT, () => undefined)).thenRefused('resource_conflict');
    workspace(list(11, DAY), changed(11, NIGHT)).when(deletion).thenTypes('CallingHoursDeleted');
    const gone = { type: 'SmartListDeleted', data: { smart_list_id: id(11), members_left: 0 } };
    workspace(list(11, DAY), gone).when(deletion).thenTypes('CallingHoursDeleted');
  });

  it('that the workspace names are kept, until it does not', () => {
    const named = workspace(workspaceHours(DAY));
    named.when(deletion).thenRefused('resource_conflict');
    named.when(decideDelete(NIGHT, () => undefined)).thenTypes('CallingHoursDeleted');
    workspace(workspaceHours(DAY), workspaceHours(null)).when(deletion).thenTypes('CallingHoursDeleted');
  });

  it('are refused with a word of who names them: the workspace, then lists in the order of their creation', () => {
    const lists = [15, 14, 13].map((n) => list(n, DAY));
    const refused = (...more: DomainEvent[]) => expect(() => deletion(workspace(...lists, ...more).workspace));
    const first = `smart list ${id(15)}, smart list ${id(14)}`;
    refused().toThrow(`Still named by ${first}, smart list ${id(13)}.`);
    refused(workspaceHours(DAY), list(16, DAY)).toThrow(`Still named by the workspace, ${first} and 2 more.`);
  });
});
