import { makeKey } from './tenant.js';
import type { Requests, Writing } from './writing.js';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'Asia/Kathmandu', 'Australia/Lord_Howe'];

/** Keys of a workspace that may be revoked: beyond it no more are made. */
const KEYS = 20;

/** Writes of an operator: settings of a workspace, its keys and secrets, workspaces that come and go. */
export const OPERATOR_WRITES: readonly (readonly [weight: number, requests: Requests])[] = [
  [2, changeWorkspace],
  [1, createKey],
  [1, revokeKey],
  [1, rotateSigningSecret],
  [1, passingWorkspace],
];

function changeWorkspace({ caller, tenant, random, step }: Writing) {
  const all = {
    name: `Tenant ${tenant.number} since ${step}`,
    time_zone: random.oneOf(ZONES),
    lease_seconds: random.oneOf([300, 7_200]),
    wrap_up_seconds: random.oneOf([60, 600]),
    unlisted: { enabled: random.below(3) > 0, min_retry_seconds: random.oneOf([0, 3_600]) },
    quotas: { open_calls: 5_000 + random.below(5_000) },
    rate_limits: { write: { requests: 9_000_000 + random.below(1_000_000), seconds: 1 } },
  };
  const names = Object.keys(all) as (keyof typeof all)[];
  const json = Object.fromEntries(random.sample(names, 1 + random.below(2)).map((name) => [name, all[name]]));
  const path = `/admin/workspaces/${tenant.workspaceId}`;
  return [async () => void (await caller.admin({ method: 'PATCH', path, json }))];
}

function createKey({ caller, tenant }: Writing) {
  if (tenant.keys.length >= KEYS) return [];
  return [
    async () => {
      const key = await makeKey(caller, tenant.workspaceId, ['smart_lists:read', 'calls:read']);
      tenant.keys.push({ ...key, isRevoked: false });
    },
  ];
}

function revokeKey({ caller, tenant }: Writing) {
  const key = tenant.keys.find(({ isRevoked }) => !isRevoked);
  if (!key) return [];
  const path = `/admin/workspaces/${tenant.workspaceId}/api-keys/${key.id}`;
  return [
    async () => {
      await caller.admin({ method: 'DELETE', path });
      key.isRevoked = true;
    },
  ];
}

function rotateSigningSecret({ caller, tenant, random }: Writing) {
  const path = `/admin/workspaces/${tenant.workspaceId}/signing-secrets`;
  const json = { previous_secret_expires_in: random.oneOf([0, 3_600]) };
  return [async () => void (await caller.admin({ method: 'POST', path, json }))];
}

/** A workspace with a list and contacts on it, which is deleted at once. */
function passingWorkspace({ caller, step }: Writing) {
  const name = `Passing ${step}`;
  return [
    async () => {
      const json = { name, time_zone: 'UTC' };
      const { workspace } = await caller.admin<{ workspace: { workspace_id: string } }>({
        method: 'POST',
        path: '/admin/workspaces',
        json,
      });
      const { workspace_id: id } = workspace;
      const { token } = await makeKey(caller, id, ['smart_lists:write', 'contacts:write']);
      const contacts = [{ phone: '+12025550101' }, { phone: '+12025550102' }];
      await caller.write({ method: 'POST', path: '/smart-lists', json: { name: 'Passing' } }, token);
      await caller.write({ method: 'POST', path: '/contacts/batch', json: { contacts } }, token);
      await caller.admin({ method: 'DELETE', path: `/admin/workspaces/${id}`, json: { name } });
    },
  ];
}
