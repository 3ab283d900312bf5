import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { Api, byId, nextName } from '../support/api.js';
import { jsonOf } from '../support/contract.js';
import type { Answer } from '../support/http.js';
import { expectProblem } from '../support/problem.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
import { expectRowsOfLog } from './support/rebuilt-rows.js';
import { shareTwoProcesses } from './support/two-processes.js';

const ROUNDS = 10;
const LONG_MS = 200_000;

/** A read through any process must show a write whose answer has no Projection-Lag. */
const isVisible = ({ headers }: Answer): boolean => headers['projection-lag'] === undefined;

describeWithMongoServer('two processes on one distributed pair', () => {
  const two = shareTwoProcesses();

  /** A workspace with the clients of both processes. */
  async function tenant() {
    const workspace = await TestWorkspace.make(two().one);
    const one = workspace.client;
    const other = two().other.client(one.token);
    return { workspace, clients: [one, other] as const, apis: [new Api(one), new Api(other)] as const };
  }

  it('one Idempotency-Key used concurrently over routes and processes: one effect, all other answers 422', async () => {
    const { workspace, clients, apis } = await tenant();
    const { smart_list_id: id } = await apis[0].createList();
    const [contact] = await workspace.contacts(1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const headers = { 'idempotency-key': `raced-${round}` };
      const members = { members: [byId(contact!)] };
      const head = await two().one.log.head();
      const answers = await Promise.all(
        clients.flatMap((client, at) => [
          client.post('/smart-lists', { name: nextName() }, headers),
          client.post(`/smart-lists/${id}/clone`, { name: nextName() }, headers),
          client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] }, headers),
          client.post(`/smart-lists/${id}/members/batch${at === 0 ? '' : '-remove'}`, members, headers),
        ]),
      );
      const refused = answers.filter(({ status }) => status >= 300);
      expect(refused).toHaveLength(answers.length - 1);
      for (const answer of refused) expectProblem(answer, 'idempotency_key_reused');
      expect(await two().one.log.after(head)).toHaveLength(1);
    }
  });

  it('one write sent to both processes at once with one key: one effect, one answer', async () => {
    const { clients, apis } = await tenant();
    for (let round = 0; round < ROUNDS; round += 1) {
      const headers = { 'idempotency-key': `twins-${round}` };
      const body = { name: nextName() };
      const answers = await Promise.all(clients.map((client) => client.post('/smart-lists', body, headers)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[0]!.bytes.equals(answers[1]!.bytes)).toBe(true);
      expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(1);
    }
    expect(await apis[1].lists()).toHaveLength(ROUNDS);
  });

  it('one name used concurrently through both: one write succeeds', async () => {
    const { clients, apis } = await tenant();
    const name = nextName('Wanted');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => clients[at % 2]!.post('/smart-lists', { name })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(19);
    for (const answer of refused) expectProblem(answer, 'resource_conflict');
    expect((await apis[0].lists()).filter((list) => list.name === name)).toHaveLength(1);
  });

  it('a list deleted through one while the other adds members: it has no member afterwards', async () => {
    const { workspace, clients, apis } = await tenant();
    const contacts = await workspace.contacts(60);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { smart_list_id: id } = await apis[round % 2]!.createList();
      const adds = contacts.map((contact) =>
        clients[1 - (round % 2)]!.post(`/smart-lists/${id}/members/batch`, { members: [byId(contact)] }),
      );
      await Promise.race(adds);
      await apis[round % 2]!.deleteList(id);
      for (const answer of await Promise.all(adds)) {
        if (answer.status === 200) expect(jsonOf(answer)).toMatchObject({ inserted: 1 });
        else expectProblem(answer, 'not_found');
      }
      for (const client of clients) expectProblem(await client.get(`/smart-lists/${id}/members`), 'not_found');
      expect(await apis[1 - (round % 2)]!.removeEverywhere(contacts.map(byId))).toMatchObject({ removed: 0 });
    }
  });

  it('contacts deleted through one while the other adds them: none is a member, counts are right', async () => {
    const { workspace, clients, apis } = await tenant();
    const { smart_list_id: id } = await apis[0].createList();
    const stays = await workspace.contacts(5);
    await apis[1].addMembers(id, stays.map(byId));
    for (let round = 0; round < ROUNDS; round += 1) {
      const gone = await workspace.contacts(8);
      const adds = gone.flatMap((contact) =>
        Array.from({ length: 3 }, () =>
          clients[round % 2]!.post(`/smart-lists/${id}/members/batch`, { members: [byId(contact)] }),
        ),
      );
      await Promise.all(gone.map(({ contact_id }) => apis[1 - (round % 2)]!.deleteContact(contact_id)));
      for (const answer of await Promise.all(adds)) expect(answer.status).toBe(200);
    }
    for (const api of apis) {
      expect((await api.members(id)).map(({ contact_id }) => contact_id)).toEqual(
        stays.map(({ contact_id }) => contact_id),
      );
      expect((await api.list(id)).member_count).toBe(stays.length);
      expect(await api.contacts()).toHaveLength(stays.length);
    }
  });

  it('a key revoked through one process is refused by the other at once, for reads and writes', async () => {
    const { workspace, clients } = await tenant();
    const keys = `/admin/workspaces/${workspace.id}/api-keys`;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { client, keyId } = await workspace.key();
      const there = two().other.client(client.token);
      expect((await there.get('/smart-lists')).status).toBe(200);
      expect((await there.post('/smart-lists', { name: nextName() })).status).toBe(201);
      const revoked = await two().one.admin.delete(`${keys}/${keyId}`);
      expect([revoked.status, isVisible(revoked)]).toEqual([200, true]);
      expectProblem(await there.get('/smart-lists'), 'unauthorized');
      expectProblem(await there.post('/smart-lists', { name: 'Late' }), 'unauthorized');
    }
    expect((await clients[1].get('/smart-lists')).status).toBe(200);
  });

  it('writes with a key while the other process revokes it: none is accepted after the answer', async () => {
    const { workspace } = await tenant();
    const { client, keyId } = await workspace.key();
    const there = two().other.client(client.token);
    const writes = Array.from({ length: 30 }, () => there.post('/smart-lists', { name: nextName() }));
    await Promise.race(writes);
    await two().one.admin.delete(`/admin/workspaces/${workspace.id}/api-keys/${keyId}`);
    const head = await two().one.log.head();
    for (const answer of await Promise.all(writes)) {
      if (answer.status !== 201) expectProblem(answer, 'unauthorized');
    }
    expectProblem(await there.post('/smart-lists', { name: 'Late' }), 'unauthorized');
    expect(await two().one.log.after(head)).toEqual([]);
  });

  it(
    'a read through one process shows writes that the other has answered, also under load',
    async () => {
      const { workspace, clients } = await tenant();
      const contacts = await workspace.contacts(40);
      let seen = 0;
      await Promise.all(
        contacts.map(async (contact, at) => {
          const writer = clients[at % 2]!;
          const reader = clients[1 - (at % 2)]!;
          const made = await writer.post('/smart-lists', { name: nextName('Seen') });
          const path = made.headers.location!;
          if (isVisible(made)) expect((await reader.get(path)).bytes).toEqual(made.bytes);
          const added = await writer.post(`${path}/members/batch`, { members: [byId(contact)] });
          if (isVisible(added)) {
            seen += 1;
            expect(jsonOf(await reader.get(`${path}/members`))).toMatchObject({
              members: [{ contact_id: contact.contact_id }],
            });
            expect(jsonOf(await reader.get(path))).toMatchObject({ smart_list: { member_count: 1 } });
          }
          const changed = await reader.patch(path, { priority: 'lowest' });
          if (isVisible(changed)) expect((await writer.get(path)).bytes).toEqual(changed.bytes);
          const gone = await reader.delete(path);
          if (isVisible(gone)) expectProblem(await writer.get(path), 'not_found');
        }),
      );
      expect(seen).toBeGreaterThan(0);
    },
    LONG_MS,
  );

  it(
    'the final rows equal those folded from the log',
    async () => {
      await expectRowsOfLog(two().deployment);
    },
    LONG_MS,
  );
});
