import type { Service } from '../../../support/service.js';
import { until } from '../../../support/until.js';
import type { TestWorkspace } from '../../../support/workspace.js';
import type { Position } from '#kernel';

export type Thing = Readonly<Record<string, unknown>>;

/** What the API showed of each thing of a workspace, by the name that a timeline takes, when the log ended there. */
export interface Shown {
  readonly head: Position;
  /** By kind and id, such as `member <list id>/<contact id>`. */
  readonly things: ReadonlyMap<string, Thing>;
}

/** Reads every thing of a workspace while no event is written. */
export async function showEverything(
  service: Service,
  workspace: TestWorkspace,
  calls: readonly string[],
): Promise<Shown> {
  let shown: Shown | undefined;
  await until('no event is written while everything is read', async () => {
    const head = await service.log.head();
    const things = await readThings(service, workspace, calls);
    if ((await service.log.head()) === head) shown = { head, things };
    return shown !== undefined;
  });
  return shown!;
}

async function readThings(
  service: Service,
  { id: workspaceId, client: { token } }: TestWorkspace,
  calls: readonly string[],
): Promise<ReadonlyMap<string, Thing>> {
  const things = new Map<string, Thing>();
  const client = service.client(token);
  const add = (kind: string, rows: readonly object[], ...ids: readonly string[]): void => {
    for (const row of rows as readonly Thing[])
      things.set(`${kind} ${ids.map((id) => String(row[id])).join('/')}`, row);
  };
  const lists = await client.walk<Thing>('/smart-lists', 'smart_lists');
  add('list', lists, 'smart_list_id');
  add('calling_hours', await client.walk<Thing>('/calling-hours', 'calling_hours'), 'calling_hours_id');
  add('dial_group', await client.walk<Thing>('/dial-groups', 'dial_groups'), 'dial_group_id');
  for (const { smart_list_id } of lists) {
    for (const status of ['', '?status=removed']) {
      const members = await client.walk<Thing>(`/smart-lists/${String(smart_list_id)}/members${status}`, 'members');
      add('member', members, 'smart_list_id', 'contact_id');
    }
  }
  add('contact', await client.walk('/contacts', 'contacts'), 'contact_id');
  for (const id of calls) add('call', [(await client.read<{ readonly call: Thing }>(`/calls/${id}`)).call], 'call_id');
  const { outcomes } = await client.read<{ readonly outcomes: readonly Thing[] }>('/phone-system/outcomes');
  add('outcome', outcomes, 'outcome_id');
  add('delivery', await client.walk('/webhook-deliveries', 'deliveries'), 'delivery_id');
  const keys = `/admin/workspaces/${workspaceId}/api-keys`;
  const { api_keys } = await service.admin.read<{ readonly api_keys: readonly Thing[] }>(keys);
  // When a key was last used is no event.
  const dated = api_keys.map(({ last_used_at: _, ...key }) => key);
  add('key', dated, 'api_key_id');
  const workspaces = await service.admin.walk<Thing>('/admin/workspaces', 'workspaces');
  // Counts of the things in it, which have timelines of their own.
  const { use: _, ...settings } = workspaces.find(({ workspace_id }) => workspace_id === workspaceId)!;
  add('workspace', [settings], 'workspace_id');
  return things;
}

/** The value of a field by its path; undefined: there is none. */
export function fieldOf(thing: unknown, path: string): unknown {
  return partsOf(path).reduce<unknown>((value, part) => (value as Thing | null | undefined)?.[part], thing);
}

/** A copy with another value of a field; undefined: without it. */
export function withField(thing: Thing, path: string, value: unknown): Thing {
  const copy = structuredClone(thing) as Record<string, unknown>;
  const parts = partsOf(path);
  let inner = copy;
  for (const [at, part] of parts.slice(0, -1).entries()) {
    inner = (inner[part] ??= /^\d/.test(parts[at + 1]!) ? [] : {}) as Record<string, unknown>;
  }
  if (value === undefined) delete inner[parts.at(-1)!];
  else inner[parts.at(-1)!] = value;
  return copy;
}

function partsOf(path: string): readonly string[] {
  return path.replaceAll('[', '.').replaceAll(']', '').split('.');
}

/** Without objects and lists that have no content: parts that were taken away one by one leave those behind. */
export function pruned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value)
    .map(([name, part]) => [name, pruned(part)] as const)
    .filter(([, part]) => part !== undefined);
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}
