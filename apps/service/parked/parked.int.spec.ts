import type { Timers } from '#kernel';
import type { ReadModel } from '#read-model';
import { type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import { createDeployment } from '../../../test/support/deployments/create-deployment.js';
import type { Deployment } from '../../../test/support/deployments/deployment.js';
import { until } from '../../../test/support/until.js';
import { readConfig } from '../config.js';
import { systemMachine } from '../machine.js';
import { type RunningService, startService } from '../service.js';
import type { StorePair } from '../store-pair.js';

const ADMIN_TOKEN = 'an-admin-token-of-32-characters!';
const UNKNOWN = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const NO_SECRET = 'The workspace has no signing secret.';
const RUN_MS = 60_000;

/** The long pauses between two tries of an item, which pass at once here. */
const PAUSES = new Set([4_000, 8_000, 16_000, 32_000, 60_000]);
const timers: Timers = { set: (ms, callback) => systemMachine.timers.set(PAUSES.has(ms) ? 1 : ms, callback) };

interface Item {
  readonly item_id: string;
  readonly state: string;
  readonly attempts: number;
  readonly [field: string]: unknown;
}

/** While broken, workers find no secret to sign webhooks with. */
let broken = true;

/** The rows as workers see them. */
function breakable(pair: StorePair): StorePair {
  const getMany: ReadModel['getMany'] = async (collection, keys) => {
    const rows = await pair.readModel.getMany(collection, keys);
    if (!broken || collection.name !== WORKSPACES.name) return rows;
    return rows.map((row) => row && { ...row, signing_secrets: [] satisfies WorkspaceRow['signing_secrets'] });
  };
  const readModel = new Proxy(pair.readModel, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name, target);
      return name === 'getMany' ? getMany : typeof own === 'function' ? (own.bind(target) as unknown) : own;
    },
  });
  return new Proxy(pair, {
    get: (target, name) => (name === 'readModel' ? readModel : Reflect.get(target, name, target)),
  });
}

describe('work that failed too often', () => {
  let deployment: Deployment;
  let service: RunningService;
  let secret: string;
  let workspaceId: string;
  let outcomeId: string;

  const start = async (): Promise<void> => {
    const machine = { ...systemMachine, timers };
    const own = { PORT: '0', LOG_LEVEL: 'silent', ADMIN_TOKEN, NODE_ENV: 'production' };
    const config = readConfig({ ...deployment.env, ...own, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
    service = await startService(config, { around: breakable, machine });
    await until('it is ready', async () => (await fetch(`${service.url}/health/ready`)).status === 200);
  };
  async function ask<Answer>(
    path: string,
    token: string,
    body?: object,
  ): Promise<Answer & { readonly status: number }> {
    const answer = await fetch(service.url + path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { ...((await answer.json()) as Answer), status: answer.status };
  }
  const admin = <Answer>(path: string, body?: object) => ask<Answer>(`/admin${path}`, ADMIN_TOKEN, body);
  const api = <Answer>(path: string, body?: object) => ask<Answer>(path, secret, body);
  const listed = async (query = ''): Promise<readonly Item[]> =>
    (await admin<{ parked_items: readonly Item[] }>(`/parked${query}`)).parked_items;
  const item = async (id: string): Promise<Item> => (await admin<{ parked_item: Item }>(`/parked/${id}`)).parked_item;
  const decide = (id: string, what: 'retry' | 'skip', body: object = {}) =>
    admin<{ state: string; code?: string; detail: string }>(`/parked/${id}/${what}`, body);
  const delivery = async (id: string) =>
    (await api<{ delivery: { status: string; attempts: readonly object[] } }>(`/webhook-deliveries/${id}`)).delivery;

  /** Requests a delivery, which nobody receives. @returns its id */
  async function requested(phone: string): Promise<string> {
    const { call } = await api<{ call: { call_id: string } }>('/calls', { phone });
    const path = `/calls/${call.call_id}`;
    const applied = await api<{ delivery_id: string }>(`${path}/outcomes`, { outcome_id: outcomeId });
    return applied.delivery_id;
  }
  /** Waits until the delivery is parked. */
  async function parked(deliveryId: string): Promise<Item> {
    let found: Item | undefined;
    await until('the delivery is parked', async () => {
      found = (await listed()).find(({ subject_id }) => subject_id === deliveryId);
      return found !== undefined;
    });
    return found!;
  }

  beforeAll(async () => {
    deployment = await createDeployment();
    await start();
    const made = await admin<{ workspace: { workspace_id: string } }>('/workspaces', {
      name: 'Ours',
      time_zone: 'UTC',
    });
    workspaceId = made.workspace.workspace_id;
    const scopes = ['contacts:write', 'calls:write', 'smart_lists:write', 'webhooks:read', 'events:read'];
    ({ secret } = await admin<{ secret: string }>(`/workspaces/${workspaceId}/api-keys`, { name: 'all', scopes }));
    await api('/contacts/batch', { contacts: [{ phone: '+12025550101' }, { phone: '+12025550102' }] });
    const outcome = { outcome_name: 'Told', outcome_type: 'action', webhook_url: 'https://127.0.0.1:9/hook' };
    const { outcome: told } = await api<{ outcome: { outcome_id: string } }>('/phone-system/outcomes', outcome);
    outcomeId = told.outcome_id;
  });
  afterAll(async () => {
    await service.close();
    await deployment.remove();
  });

  it(
    'is shown by every process and after a restart, is tried again when an operator says so, and is done then',
    async () => {
      const deliveryId = await requested('+12025550101');
      const found = await parked(deliveryId);
      expect(found).toMatchObject({
        ...{ kind: 'webhook_deliveries', state: 'parked', workspace_id: workspaceId, attempts: 10, error: NO_SECRET },
        ...{ subject_type: 'delivery', revision: null, decided_at: null, reason: null },
      });
      expect(Date.parse(String(found['first_failed_at']))).toBeLessThan(Date.parse(String(found['last_failed_at'])));
      expect(found['caused_by']).toEqual(expect.any(String));
      expect([await listed('?kind=sweeps'), await listed(`?workspace_id=${UNKNOWN}`)]).toEqual([[], []]);
      expect(await listed(`?kind=webhook_deliveries&workspace_id=${workspaceId}&page_size=1`)).toEqual([found]);
      await service.close();
      await start();
      expect(await listed()).toEqual([found]);

      expect(await decide(found.item_id, 'retry')).toMatchObject({ status: 200, state: 'retried' });
      const again = await parked(deliveryId);
      expect([again.item_id, again.attempts > 10]).toEqual([found.item_id, true]);

      broken = false;
      expect(await decide(found.item_id, 'retry')).toMatchObject({ status: 200, state: 'retried' });
      await until('it is done', async () => (await item(found.item_id)).state === 'done');
      expect((await delivery(deliveryId)).attempts).toHaveLength(1);
      expect(await listed()).toEqual([]);
      expect(await decide(found.item_id, 'retry')).toMatchObject({ status: 200, state: 'done' });
      expect(await decide(found.item_id, 'skip', { reason: 'a slip' })).toMatchObject({ status: 409 });
    },
    RUN_MS,
  );

  it(
    'is never tried again once an operator has skipped it: the log says who and why, also after a rebuild',
    async () => {
      broken = true;
      const deliveryId = await requested('+12025550102');
      const { item_id: id } = await parked(deliveryId);
      expect(await decide(id, 'skip')).toMatchObject({ status: 400, code: 'validation_failed' });
      expect((await item(id)).state).toBe('parked');
      const reason = 'The receiver is gone.';
      expect(await decide(id, 'skip', { reason })).toMatchObject({ status: 200, state: 'skipped' });
      expect(await decide(id, 'skip', { reason: 'another' })).toMatchObject({ status: 200, state: 'skipped' });
      expect(await decide(id, 'retry')).toMatchObject({ status: 409, code: 'resource_conflict' });
      expect(await item(id)).toMatchObject({ state: 'skipped', reason, on_retry: null, on_skip: null });
      await until('the delivery is cancelled', async () => (await delivery(deliveryId)).status === 'cancelled');
      broken = false;
      await service.close();
      await deployment.deleteReadModel();
      await start();
      expect([await listed(), (await item(id)).state, (await delivery(deliveryId)).attempts]).toEqual([
        [],
        'skipped',
        [],
      ]);

      type Told = { readonly type: string; readonly actor: object; readonly data: object };
      let told: readonly Told[] = [];
      await until('the index of events has them', async () => {
        ({ events: told } = await api<{ events: readonly Told[] }>(
          `/events?subject_type=delivery&subject_id=${deliveryId}`,
        ));
        return told.length === 4;
      });
      expect(told.map(({ type }) => type)).toEqual([
        ...['DeliveryRequested', 'WorkParked', 'WorkSkipped', 'DeliveryCancelled'],
      ]);
      expect(told[1]!.data).not.toHaveProperty('error');
      expect(told[2]).toMatchObject({ actor: { type: 'admin' }, data: { reason, worker: 'webhook_deliveries' } });
    },
    RUN_MS,
  );

  it('that is unknown is 404, and nothing is changed', async () => {
    for (const id of [UNKNOWN, 'nothing']) {
      expect((await admin(`/parked/${id}`)).status).toBe(404);
      expect((await decide(id, 'retry')).status).toBe(404);
      expect((await decide(id, 'skip', { reason: 'a slip' })).status).toBe(404);
    }
    expect((await admin('/parked?kind=other')).status).toBe(400);
  });
});
