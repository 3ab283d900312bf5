import type { Random } from '../../support/random.js';
import type { Tenant } from './tenant.js';
import type { Requests, Writing } from './writing.js';

/** Dial groups of a workspace: beyond it none is made. */
const GROUPS = 6;

/** Writes of dial groups. */
export const GROUP_WRITES: readonly (readonly [weight: number, requests: Requests])[] = [
  [2, createGroup],
  [2, changeGroup],
  [1, deleteGroup],
];

function lists({ lists: all }: Tenant, random: Random): readonly string[] {
  return random.sample(all, 1 + random.below(Math.min(4, all.length)));
}

function createGroup({ caller, tenant, random, step }: Writing) {
  if (tenant.lists.length === 0 || tenant.groups.length >= GROUPS) return [];
  const json = { name: `Group ${step}`, smart_list_ids: lists(tenant, random) };
  return [
    async () => {
      const answer = await caller.write({ method: 'POST', path: '/dial-groups', json }, tenant.token);
      const { dial_group: group } = answer as { readonly dial_group?: { readonly dial_group_id: string } };
      if (group) tenant.groups.push(group.dial_group_id);
    },
  ];
}

function changeGroup({ caller, tenant, random, step }: Writing) {
  if (tenant.groups.length === 0 || tenant.lists.length === 0) return [];
  const path = `/dial-groups/${random.oneOf(tenant.groups)}`;
  const json = random.below(2) === 0 ? { name: `Renamed ${step}` } : { smart_list_ids: lists(tenant, random) };
  return [async () => void (await caller.write({ method: 'PATCH', path, json }, tenant.token))];
}

function deleteGroup({ caller, tenant, random }: Writing) {
  if (tenant.groups.length === 0) return [];
  const [id] = tenant.groups.splice(random.below(tenant.groups.length), 1);
  return [async () => void (await caller.write({ method: 'DELETE', path: `/dial-groups/${id!}` }, tenant.token))];
}
