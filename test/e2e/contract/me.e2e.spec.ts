import { byId, nextName } from '../../support/api.js';
import { success } from '../../support/client.js';
import type { Client } from '../../support/client.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { TestWorkspace } from '../../support/workspace.js';

const service = shareService();

interface Rate {
  readonly requests: number;
  readonly seconds: number;
  readonly remaining: number;
  readonly wait_seconds: number;
}

interface Me {
  readonly workspace: Readonly<Record<string, unknown>>;
  readonly api_key: Readonly<Record<string, unknown>>;
  readonly rate_limits: { readonly read: Rate | null; readonly write: Rate | null };
  readonly quotas: readonly { readonly resource: string; readonly limit: number; readonly used: number }[];
}

const me = (client: Client) => client.read<Me>('/me');

describe('GET /me', () => {
  it('[api endpoints GET /me] shows the workspace and the key that asks, and no other key', async () => {
    const workspace = await TestWorkspace.make(service(), { wrap_up_seconds: 45 });
    const expires_at = '2040-01-01T00:00:00.000Z';
    const { client, keyId } = await workspace.key({ name: 'CRM', scopes: ['calls:read'], expires_at });
    const body = await me(client);
    expect(body.workspace).toEqual({
      workspace_id: workspace.id,
      name: 'Test',
      time_zone: 'Europe/Vienna',
      unlisted: expect.objectContaining({ enabled: true }) as unknown,
      lease_seconds: 7_200,
      wrap_up_seconds: 45,
      calls_keep_days: null,
      deliveries_keep_days: null,
      contact_windows: null,
      calling_hours_id: null,
      searchable_attributes: [],
    });
    expect(body.api_key).toEqual({
      api_key_id: keyId,
      name: 'CRM',
      prefix: client.token!.slice(0, 12),
      scopes: ['calls:read'],
      expires_at,
      created_at: expect.any(String) as unknown,
    });
    const text = (await client.get('/me')).bytes.toString();
    expect([text.includes(workspace.keyId), text.includes(client.token!)]).toEqual([false, false]);
    expect((await me(workspace.client)).api_key).toMatchObject({ api_key_id: workspace.keyId, expires_at: null });
  });

  it('[api endpoints GET /me] tells what is left of both rate limits, and counts as a read', async () => {
    const read = { requests: 5, seconds: 3_600 };
    const write = { requests: 2, seconds: 3_600 };
    const workspace = await TestWorkspace.make(service(), { rate_limits: { read, write } });
    const { client } = await workspace.key();
    expect((await me(client)).rate_limits).toEqual({
      read: { ...read, remaining: 4, wait_seconds: 0 },
      write: { ...write, remaining: 2, wait_seconds: 0 },
    });
    for (let i = 0; i < 2; i += 1) success(await client.post('/smart-lists', { name: nextName() }), 201);
    const { rate_limits } = await me(client);
    expect(rate_limits).toMatchObject({ read: { remaining: 3 }, write: { remaining: 0 } });
    expect(rate_limits.write!.wait_seconds).toBeGreaterThan(1_500);
    for (let i = 0; i < 3; i += 1) await me(client);
    expectProblem(await client.get('/me'), 'rate_limited');
  });

  it('[api endpoints GET /me] tells the quotas with their use', async () => {
    const workspace = await TestWorkspace.make(service(), { quotas: { contacts: 3, open_calls: 1 } });
    const { api, client } = workspace;
    const [first, second] = await workspace.contacts(2);
    const list = await api.createList();
    await api.addMembers(list.smart_list_id, [byId(first!), byId(second!)]);
    await api.registerCall(byId(first!));
    await service().admin.patch(`/admin/workspaces/${workspace.id}`, { quotas: { open_calls: 0 } });
    const { quotas } = await me(client);
    expect(quotas).toEqual([
      { resource: 'contacts', limit: 3, used: 2, left: 1 },
      { resource: 'members', limit: 20_000_000, used: 2, left: 19_999_998 },
      { resource: 'open_calls', limit: 0, used: 1, left: 0 },
      { resource: 'deliveries_waiting', limit: 1_000_000, used: 0, left: 1_000_000 },
    ]);
  });

  it('[api endpoints GET /me] is refused to a revoked key', async () => {
    const workspace = await TestWorkspace.make(service());
    const { client, keyId } = await workspace.key();
    success(await service().admin.delete(`/admin/workspaces/${workspace.id}/api-keys/${keyId}`), 200);
    expectProblem(await client.get('/me'), 'unauthorized');
  });
});
