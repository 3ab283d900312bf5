import type { Position } from '#kernel';
import { decided } from './log.js';
import type { Service } from './service.js';
import type { ApiKey } from './types.js';
import type { TestWorkspace } from './workspace.js';

/** The end of the log, and the answers of all reads. */
interface Snapshot {
  readonly head: Position;
  readonly reads: Readonly<Record<string, unknown>>;
}

const snapshots = new WeakMap<Service, Map<string, Snapshot>>();

/**
 * Performs an act that must change nothing (a refused request) and checks it: no event is appended, and every read of
 * the workspaces returns the same rows.
 */
export async function withUnchanged<Result>(
  workspaces: TestWorkspace | readonly TestWorkspace[],
  act: () => Promise<Result>,
): Promise<Result> {
  const watched = Array.isArray(workspaces) ? (workspaces as readonly TestWorkspace[]) : [workspaces as TestWorkspace];
  const before = await Promise.all(watched.map((workspace) => latestSnapshot(workspace)));
  const result = await act();
  const after = await Promise.all(watched.map((workspace) => takeSnapshot(workspace)));
  expect(after.map(({ reads }) => reads)).toEqual(before.map(({ reads }) => reads));
  for (const [n, { service }] of watched.entries()) expect(await writtenSince(service, before[n]!)).toEqual([]);
  return result;
}

/** Reuses the last snapshot while nothing has been written: each refusal then costs one round of reads, not two. */
async function latestSnapshot(workspace: TestWorkspace): Promise<Snapshot> {
  const known = snapshots.get(workspace.service)?.get(workspace.id);
  const holds = known !== undefined && (await writtenSince(workspace.service, known)).length === 0;
  return holds ? known : takeSnapshot(workspace);
}

async function writtenSince({ log }: Service, { head }: Snapshot) {
  return head === (await log.head()) ? [] : decided(await log.after(head));
}

async function takeSnapshot(workspace: TestWorkspace): Promise<Snapshot> {
  const { api, service, id } = workspace;
  const lists = await api.lists();
  const memberships = lists.flatMap(({ smart_list_id }) =>
    [undefined, 'removed'].map(async (status) => api.members(smart_list_id, status)),
  );
  const keys = await service.admin.read<{ api_keys: readonly ApiKey[] }>(`/admin/workspaces/${id}/api-keys`);
  type Shown = { readonly workspace_id: string; readonly use: object };
  const workspaces = await service.admin.walk<Shown>('/admin/workspaces', 'workspaces');
  const reads = {
    lists,
    members: await Promise.all(memberships),
    outcomes: await api.outcomes(),
    contacts: await api.contacts(),
    // Webhooks that were requested before are delivered meanwhile, so the number of waiting deliveries may change.
    workspace: workspaces
      .filter(({ workspace_id }) => workspace_id === id)
      .map((each) => ({ ...each, use: { ...each.use, deliveries_waiting: null } })),
    keys: keys.api_keys.map((key) => ({ ...key, last_used_at: null })),
  };
  const snapshot = { head: await service.log.head(), reads };
  const known = snapshots.get(service) ?? new Map<string, Snapshot>();
  snapshots.set(service, known.set(id, snapshot));
  return snapshot;
}
