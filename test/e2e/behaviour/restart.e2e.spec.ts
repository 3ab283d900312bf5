import { rmSync } from 'node:fs';
import { byId, nextName } from '../../support/api.js';
import { startService, temporaryDirectory } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { TestWorkspace } from '../../support/workspace.js';

const dataDir = temporaryDirectory();
let service: Service;
beforeEach(async () => {
  service = await startService({ dataDir });
});
afterEach(() => service.stop());
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Ends the service, politely or not, and starts it again on its data. */
async function restart(how: 'stop' | 'kill'): Promise<void> {
  await (how === 'stop' ? service.stop() : service.kill());
  service = await startService({ dataDir });
}

describe('over a restart', () => {
  it.each(['stop', 'kill'] as const)(
    '[api rules/idempotency races] [seed 8 idempotency] (%s) a key is kept, with its answer',
    async (how) => {
      const workspace = await TestWorkspace.make(service);
      const { client } = workspace;
      const [contact] = await workspace.contacts(1);
      const { smart_list_id: id } = await workspace.api.createList();
      const sends = [
        { method: 'POST', path: '/smart-lists', json: { name: nextName() }, headers: { 'idempotency-key': 'a' } },
        {
          method: 'POST',
          path: `/smart-lists/${id}/members/batch`,
          json: { members: [byId(contact!)] },
          headers: { 'idempotency-key': 'b' },
        },
        {
          method: 'POST',
          path: `/smart-lists/${id}/members/batch`,
          json: { members: [byId(contact!)] },
          headers: { 'idempotency-key': 'c' },
        },
        { method: 'POST', path: '/contacts/batch', json: { contacts: [contact] }, headers: { 'idempotency-key': 'd' } },
      ];
      const first = [];
      for (const request of sends) first.push(await client.send(request));
      await restart(how);
      const head = service.log.head();
      const again = service.client(client.token);
      for (const [i, request] of sends.entries()) {
        const answer = await again.send(request);
        expect([answer.status, answer.bytes.toString()]).toEqual([first[i]!.status, first[i]!.bytes.toString()]);
        expect(answer.headers).toMatchObject({ 'idempotent-replayed': 'true' });
        expect([answer.headers.location, answer.headers.etag]).toEqual([
          first[i]!.headers.location,
          first[i]!.headers.etag,
        ]);
      }
      expect(service.log.head()).toBe(head);
    },
  );

  it.each(['stop', 'kill'] as const)(
    '[api rules/pages tokens] (%s) a page token still leads on, and every read is the same',
    async (how) => {
      const workspace = await TestWorkspace.make(service);
      const { api, client } = workspace;
      const lists = [];
      for (let i = 0; i < 5; i += 1) lists.push(await api.createList());
      await api.addMembers(lists[0]!.smart_list_id, (await workspace.contacts(7)).map(byId));
      await api.createOutcome({ destination_type: 'smart_list', destination_id: lists[0]!.smart_list_id });
      const paths = [
        '/smart-lists',
        `/smart-lists/${lists[0]!.smart_list_id}/members`,
        '/contacts',
        '/phone-system/outcomes',
      ];
      const before = await Promise.all(paths.map((path) => client.get(`${path}?page_size=2`)));
      const { next_page_token: token } = JSON.parse(before[0]!.bytes.toString()) as { next_page_token: string };
      await restart(how);
      const again = service.client(client.token);
      const after = await Promise.all(paths.map((path) => again.get(`${path}?page_size=2`)));
      expect(after.map(({ bytes }) => bytes.toString())).toEqual(before.map(({ bytes }) => bytes.toString()));
      const rest = await again.read<{ smart_lists: unknown[] }>(`/smart-lists?page_token=${token}&page_size=3`);
      expect(rest.smart_lists).toEqual((await again.walk('/smart-lists', 'smart_lists')).slice(2));
    },
  );

  it('a revoked key stays revoked, a limit stays set, an unread write is there', async () => {
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

  it('a sender that never sends the rest does not keep a service from ending', async () => {
    const { client } = await TestWorkspace.make(service);
    const half = `POST /smart-lists HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.token}\r\nContent-Length: 9\r\n`;
    const hanging = client.raw(`${half}Content-Type: application/json\r\n\r\n{`).catch(() => undefined);
    await client.get('/smart-lists');
    await service.stop();
    await hanging;
    service = await startService({ dataDir });
  });

  it('a service that is asked to stop answers what it has begun', async () => {
    const { client, api } = await TestWorkspace.make(service);
    const names = Array.from({ length: 64 }, () => nextName('Stopping'));
    await api.createList();
    const writes = names.map((name) => client.post('/smart-lists', { name }).catch(() => undefined));
    await Promise.race(writes);
    const stopped = service.stop();
    const statuses = (await Promise.all(writes)).map((answer) => answer?.status);
    await stopped;
    service = await startService({ dataDir });
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
