import { byId, nextName } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { withUnchanged } from '../../support/unchanged.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const service = shareService();
let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await TestWorkspace.make(service());
});

let keys = 0;
const withKey = (key = `key-${(keys += 1)}`) => ({ 'idempotency-key': key });

describe('Idempotency-Key', () => {
  it('[api rules/idempotency replay] [seed 8 idempotency] the first answer, Location and ETag again', async () => {
    const { client } = workspace;
    const headers = withKey();
    const body = { name: nextName() };
    const first = await client.post('/smart-lists', body, headers);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const id = first.headers.location!.split('/').at(-1)!;
    await workspace.api.changeList(id, { priority: 'low' });
    await withUnchanged(workspace, async () => {
      const again = await client.post('/smart-lists', body, headers);
      expect([again.status, again.bytes.toString()]).toEqual([201, first.bytes.toString()]);
      expect(again.headers).toMatchObject({
        location: first.headers.location,
        etag: '"1"',
        'idempotent-replayed': 'true',
      });
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    });
    await workspace.api.deleteList(id);
    expect((await client.post('/smart-lists', body, headers)).bytes.equals(first.bytes)).toBe(true);
  });

  it('[api rules/idempotency replay] also of an import, whose record repeats nothing of the request', async () => {
    const { client } = workspace;
    const named = await workspace.contacts(100);
    const sameAgain = { contacts: named.map(({ contact_id, phone }) => ({ contact_id, phone })) };
    const mixed = { contacts: [{ phone: nextPhone() }, ...sameAgain.contacts, { phone: nextPhone() }] };
    for (const [body, most] of [[sameAgain, 350] as const, [mixed, 500] as const]) {
      const headers = withKey();
      const head = await service().log.head();
      const first = await client.post('/contacts/batch', body, headers);
      expect(first.status).toBe(200);
      const [event] = (await service().log.after(head)).slice(-1);
      expect(JSON.stringify(event!.metadata.idempotency!.body).length).toBeLessThan(most);
      const again = await client.post('/contacts/batch', body, headers);
      expect([again.bytes.toString(), again.headers['idempotent-replayed']]).toEqual([first.bytes.toString(), 'true']);
    }
  });

  it('[api rules/idempotency races] 50 concurrent retries: one effect, one answer', async () => {
    const { client, api } = workspace;
    const headers = withKey();
    const name = nextName('Raced');
    const head = await service().log.head();
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.post('/smart-lists', { name }, headers)));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString()}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(new Set(answers.map((answer) => answer.headers.location)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] !== 'true')).toHaveLength(1);
    expect(await service().log.after(head)).toHaveLength(1);
    expect((await api.lists()).filter((list) => list.name === name)).toHaveLength(1);
  });

  it('[api rules/idempotency races] one key on several routes and bodies: one effect, else 422', async () => {
    const { client, api } = workspace;
    const { smart_list_id: id } = await api.createList();
    const [contact] = await workspace.contacts(1);
    for (let round = 0; round < 10; round += 1) {
      const headers = withKey();
      const head = await service().log.head();
      const members = { members: [byId(contact!)] };
      const answers = await Promise.all([
        client.post('/smart-lists', { name: nextName() }, headers),
        client.post('/smart-lists', { name: nextName() }, headers),
        client.post(`/smart-lists/${id}/clone`, undefined, headers),
        client.post(`/smart-lists/${id}/members/batch`, members, headers),
        client.post(`/smart-lists/${id}/members/batch-remove`, members, headers),
        client.post('/phone-system/outcomes', { outcome_name: nextName() }, headers),
        client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] }, headers),
        client.patch(`/smart-lists/${id}`, { name: nextName() }, headers),
      ]);
      const refused = answers.filter(({ status }) => status >= 300);
      expect(refused).toHaveLength(answers.length - 1);
      for (const answer of refused) expectProblem(answer, 'idempotency_key_reused');
      expect(await service().log.after(head)).toHaveLength(1);
    }
  });

  it('[api rules/idempotency reused] other bytes, paths and methods are other requests', async () => {
    const { client, api } = workspace;
    const { smart_list_id: id } = await api.createList();
    const headers = withKey();
    const json = { ...headers, 'content-type': 'application/json' };
    const path = `/smart-lists/${id}`;
    const name = nextName();
    expect((await client.patch(path, { name }, headers)).status).toBe(200);
    await withUnchanged(workspace, async () => {
      const body = `{ "name": ${JSON.stringify(name)} }`;
      expectProblem(await client.send({ method: 'PATCH', path, headers: json, body }), 'idempotency_key_reused');
      expectProblem(await client.send({ method: 'PATCH', path, headers }), 'idempotency_key_reused');
      expectProblem(await client.post(`${path}/clone`, { name }, headers), 'idempotency_key_reused');
      expectProblem(await client.delete(path, headers), 'idempotency_key_reused');
      expect((await client.patch(path, { name }, headers)).headers['idempotent-replayed']).toBe('true');
    });
  });

  it('[api rules/idempotency refusals] only 2xx answers are kept: after a refusal the key can be used', async () => {
    const { client, api } = workspace;
    const headers = withKey();
    const name = nextName();
    const { smart_list_id } = await api.createList({ name });
    for (let i = 0; i < 3; i += 1)
      expectProblem(await client.post('/smart-lists', { name }, headers), 'resource_conflict');
    expectProblem(await client.post('/smart-lists', { name: '' }, headers), 'validation_failed');
    await api.deleteList(smart_list_id);
    const made = await client.post('/smart-lists', { name }, headers);
    expect(made.status).toBe(201);
    expect(made.headers['idempotent-replayed']).toBeUndefined();
  });

  it('[api rules/idempotency replay] a write that changes nothing is also kept', async () => {
    const { client, api } = workspace;
    const { smart_list_id: id } = await api.createList();
    const [contact] = await workspace.contacts(1);
    const remove = { members: [byId(contact!)] };
    const requests = [
      () => client.post(`/smart-lists/${id}/members/batch-remove`, remove, withKey('no-op-1')),
      () => client.post(`/smart-lists/${id}/members/batch-reset`, remove, withKey('no-op-6')),
      () => client.post(`/smart-lists/${id}/reset`, {}, withKey('no-op-7')),
      () => client.post('/smart-list-members/batch-remove', remove, withKey('no-op-2')),
      () => client.post(`/smart-lists/${id}/members/batch`, { members: [{ phone: '+15' }] }, withKey('no-op-3')),
      () => client.patch(`/smart-lists/${id}`, {}, withKey('no-op-4')),
      () => client.post('/contacts/batch', { contacts: [contact] }, withKey('no-op-5')),
    ];
    const first = await Promise.all(requests.map((send) => send()));
    await api.addMembers(id, [byId(contact!)]);
    await api.changeList(id, { priority: 'highest' });
    await withUnchanged(workspace, async () => {
      const again = await Promise.all(requests.map((send) => send()));
      expect(again.map(({ bytes }) => bytes.toString())).toEqual(first.map(({ bytes }) => bytes.toString()));
      expect(again.every(({ headers }) => headers['idempotent-replayed'] === 'true')).toBe(true);
    });
    expect((await api.list(id)).member_count).toBe(1);
  });

  it('[api rules/idempotency key] 1 to 255 visible ASCII characters without quotes; for any API key', async () => {
    const { client } = workspace;
    const other = (await workspace.key()).client;
    for (const key of ['a', 'x'.repeat(255), '!#$%&()*+,-./:;<=>?@[]^_`{|}~', 'a,b']) {
      const body = { name: nextName() };
      const first = await client.post('/smart-lists', body, withKey(key));
      expect(first.status).toBe(201);
      for (const same of [key, `"${key}"`]) {
        const again = await other.post('/smart-lists', body, withKey(same));
        expect([again.headers['idempotent-replayed'], again.bytes.toString()]).toEqual([
          'true',
          first.bytes.toString(),
        ]);
      }
    }
  });

  it('[api rules/idempotency key] keys are case-sensitive and not trimmed', async () => {
    const { client } = workspace;
    const statuses = await Promise.all(
      ['Case', 'case', 'CASE', 'case-'].map((key) => client.post('/smart-lists', { name: nextName() }, withKey(key))),
    );
    expect(statuses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });
});
