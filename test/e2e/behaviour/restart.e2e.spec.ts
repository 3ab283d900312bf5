import { Api, byId, nextName } from '../../support/api.js';
import type { Client } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import type { Answer } from '../../support/http.js';
import { START } from '../../support/log.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';

let deployment: Deployment;
let service: Service;
beforeAll(async () => {
  deployment = await createDeployment();
  service = await startService({ deployment });
});
afterAll(async () => {
  await service.stop();
  await deployment.remove();
});

/** Ends the service, with SIGTERM or SIGKILL, and starts it again on its data. */
async function restart(how: 'stop' | 'kill'): Promise<void> {
  await (how === 'stop' ? service.stop() : service.kill());
  service = await startService({ deployment });
}

/**
 * The bytes of a page without the hour in its token (docs/adr/0007-page-tokens-expire-on-the-hour.md): the hour may
 * change during the restart.
 */
function butItsToken({ bytes }: Answer): string {
  return bytes.toString().replace(/"next_page_token":"[^"]+"/, '"next_page_token":"…"');
}

describe('after a restart', () => {
  it.each(['stop', 'kill'] as const)(
    '[api rules/idempotency races] [seed 8 idempotency] [api rules/pages tokens] (%s) keys, tokens and reads are kept',
    async (how) => {
      const workspace = await TestWorkspace.make(service);
      const { client, api } = workspace;
      const { smart_list_id: id } = await api.createList();
      for (let i = 0; i < 4; i += 1) await api.createList({ next_list_id: id });
      const contacts = await workspace.contacts(7);
      await api.createOutcome({ destination_type: 'smart_list', destination_id: id });
      const batch = { path: `/smart-lists/${id}/members/batch`, json: { members: contacts.map(byId) } };
      const sends = [
        { path: '/smart-lists', json: { name: nextName() } },
        batch,
        batch,
        { path: '/contacts/batch', json: { contacts } },
      ].map((request, i) => ({ ...request, method: 'POST', headers: { 'idempotency-key': `key-${i}` } }));
      const first: Answer[] = [];
      for (const request of sends) first.push(await client.send(request));
      expect(first.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
      const pages = ['/smart-lists', `/smart-lists/${id}/members`, '/contacts'].map((path) => `${path}?page_size=2`);
      const readAll = (reader: Client) =>
        Promise.all([...pages, '/phone-system/outcomes'].map((path) => reader.get(path)));
      const before = await readAll(client);
      const { next_page_token: token } = jsonOf(before[0]!) as { next_page_token: string };

      await restart(how);
      const head = await service.log.head();
      const again = service.client(client.token);
      for (const [i, request] of sends.entries()) {
        const { bytes, status, headers } = await again.send(request);
        expect([status, bytes.toString()]).toEqual([first[i]!.status, first[i]!.bytes.toString()]);
        expect(headers).toMatchObject({ 'idempotent-replayed': 'true' });
        expect([headers.location, headers.etag]).toEqual([first[i]!.headers.location, first[i]!.headers.etag]);
      }
      expect(await service.log.head()).toBe(head);
      const after = await readAll(again);
      expect(after.map(butItsToken)).toEqual(before.map(butItsToken));
      const rest = await again.read<{ smart_lists: unknown[] }>(`/smart-lists?page_token=${token}&page_size=9`);
      expect(rest.smart_lists).toEqual((await again.walk('/smart-lists', 'smart_lists')).slice(2));
    },
  );

  it('a revoked key stays revoked, a limit stays set, an unread write is kept', async () => {
    const workspace = await TestWorkspace.make(service, { rate_limits: { write: { requests: 77, seconds: 60 } } });
    const { client, keyId } = await workspace.key();
    await service.admin.delete(`/admin/workspaces/${workspace.id}/api-keys/${keyId}`);
    const { smart_list_id } = await workspace.api.createList();
    await restart('kill');
    expect((await service.client(client.token).get('/smart-lists')).status).toBe(401);
    const owner = service.client(workspace.client.token);
    expect((await owner.get(`/smart-lists/${smart_list_id}`)).status).toBe(200);
    expect((await owner.post('/smart-lists', { name: nextName() })).headers['ratelimit-policy']).toBe(
      '"write";q=77;w=60',
    );
  });

  it('a wrap-up time that ends while no process runs completes the call, once', async () => {
    const workspace = await TestWorkspace.make(service, { wrap_up_seconds: 1 });
    await workspace.api.createOutcome();
    const { call_id } = await workspace.call();
    await workspace.api.endCall(call_id, 'answered');
    await restart('kill');
    const api = new Api(service.client(workspace.client.token));
    // On the distributed pair the lease of the killed process must expire first.
    const isCompleted = async () => (await api.call(call_id)).state === 'completed';
    await until('the call is completed', isCompleted, 45_000);
    const { ended_at, completed_at } = await api.call(call_id);
    expect(Date.parse(completed_at!) - Date.parse(ended_at!)).toBeGreaterThanOrEqual(1_000);
    const completions = (await service.log.after(START)).filter(
      ({ type, data }) => type === 'CallCompleted' && data['call_id'] === call_id,
    );
    expect(completions.map(({ data }) => data['by'])).toEqual(['wrap_up']);
  }, 60_000);

  it('a client that never sends the rest does not prevent the service from ending', async () => {
    const { client } = await TestWorkspace.make(service);
    const headers = ['Host: x', `Authorization: Bearer ${client.token}`, 'Content-Length: 9'];
    const half = ['POST /smart-lists HTTP/1.1', ...headers, ''].join('\r\n');
    const hanging = client.raw(`${half}Content-Type: application/json\r\n\r\n{`).catch(() => undefined);
    await client.get('/smart-lists');
    await service.stop();
    await hanging;
    service = await startService({ deployment });
  });

  it('a service that is asked to stop answers the requests in flight', async () => {
    const { client, api } = await TestWorkspace.make(service);
    const names = Array.from({ length: 64 }, () => nextName('Stopping'));
    await api.createList();
    const writes = names.map((name) => client.post('/smart-lists', { name }).catch(() => undefined));
    await Promise.race(writes);
    const stopped = service.stop();
    const statuses = (await Promise.all(writes)).map((answer) => answer?.status);
    await stopped;
    service = await startService({ deployment });
    const known = new Set(
      (await service.client(client.token).walk<{ name: string }>('/smart-lists', 'smart_lists')).map(
        ({ name }) => name,
      ),
    );
    expect(statuses).toContain(201);
    expect(statuses.filter((status) => status !== undefined && status !== 201)).toEqual([]);
    names.forEach((name, i) => statuses[i] === 201 && expect(known.has(name)).toBe(true));
  });
});
