import { byId } from '../../support/api.js';
import type { Client } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { START } from '../../support/log.js';
import { expectProblem } from '../../support/problem.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { nextPhone, TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

interface Event {
  readonly event_id: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly stream: 'workspace' | 'delivery';
  readonly revision: number;
  readonly actor: { readonly type: string; readonly id: string | null; readonly name: string | null };
  readonly subjects: readonly { readonly type: string; readonly id: string }[];
  readonly data: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly events: readonly Event[];
  readonly caught_up: boolean;
  readonly next_page_token: string | null;
}

/** Generous: a restart and a new index on a busy machine. */
const TAIL_MS = 180_000;

let deployment: Deployment;
let service: Service;
beforeAll(async () => {
  deployment = await createDeployment();
  service = await startService({ deployment, env: toReceiversHere() });
});
afterAll(async () => {
  await service.stop();
  await deployment.remove();
});

const read = (client: Client, query = '', token: string | null = null): Promise<Page> =>
  client.read<Page>(`/events?${query}${token === null ? '' : `&page_token=${token}`}`);

/** Whether the index has every event that had happened. */
async function isComplete(client: Client): Promise<boolean> {
  const { headers, status } = await client.get('/events?page_size=1');
  return status === 200 && headers['events-lag'] === '0';
}

/** Every event of a walk, once the index is complete. */
async function all(client: Client, query = ''): Promise<readonly Event[]> {
  await until('the index is complete', () => isComplete(client));
  const found: Event[] = [];
  for (let token: string | null = null; ;) {
    const page: Page = await read(client, `page_size=200&${query}`, token);
    found.push(...page.events);
    if (page.caught_up || page.next_page_token === null) return found;
    token = page.next_page_token;
  }
}

/** The ids of the workspace's events as the log has them, in its order. */
async function idsInLog({ id }: TestWorkspace): Promise<readonly string[]> {
  return (await service.log.after(START))
    .filter(({ metadata }) => metadata.workspace_id === id)
    .map((event) => event.id);
}

const idsOf = (events: readonly Event[]): readonly string[] => events.map(({ event_id }) => event_id);
const typesOf = (events: readonly Event[]): readonly string[] => events.map(({ type }) => type);

describe('a tail of the events', () => {
  /** Follows by tokens, at any page size, until it has as many events as the log. */
  class Tail {
    readonly seen: string[] = [];
    private token: string | null = null;
    private size = 0;

    constructor(public client: Client) {}

    async step(): Promise<void> {
      this.size = (this.size % 7) + 1;
      const page = await read(this.client, `page_size=${this.size}`, this.token);
      this.seen.push(...idsOf(page.events));
      expect(page.next_page_token).not.toBeNull();
      this.token = page.next_page_token;
    }

    untilItHas(ids: readonly string[]): Promise<void> {
      return until('the tail has every event', async () => {
        await this.step();
        return this.seen.length >= ids.length;
      });
    }
  }

  it(
    'gets every event once and in order: while others write, across a kill and a new index',
    async () => {
      const workspace = await TestWorkspace.make(service);
      const tail = new Tail(workspace.client);
      let isWriting = true;
      const write = async (): Promise<void> => {
        const list = await workspace.api.createList();
        for (let round = 0; round < 6; round += 1) {
          const contacts = await workspace.contacts(5);
          await workspace.api.addMembers(list.smart_list_id, contacts.map(byId));
        }
      };
      const writing = Promise.all([write(), write(), write()]).then(() => (isWriting = false));
      while (isWriting) await tail.step();
      await writing;
      await tail.untilItHas(await idsInLog(workspace));
      expect(tail.seen).toEqual(await idsInLog(workspace));

      await service.kill();
      await deployment.deleteReadModel();
      service = await startService({ deployment, env: toReceiversHere() });
      const again = workspace.through(service);
      tail.client = again.client;
      await again.contacts(3);
      const ids = await idsInLog(again);
      await tail.untilItHas(ids);
      expect(tail.seen).toEqual(ids);
      expect(idsOf(await all(again.client))).toEqual(ids);
    },
    TAIL_MS,
  );

  it('goes on from the last page, which says that it is the last one', async () => {
    const { client, api } = await TestWorkspace.make(service);
    await until('the index is complete', () => isComplete(client));
    const last = await read(client, 'type=SmartListCreated');
    expect(last).toMatchObject({ events: [], caught_up: true });
    const list = await api.createList();
    await until('the index is complete', () => isComplete(client));
    const page = await read(client, 'type=SmartListCreated', last.next_page_token);
    expect(page.events.map(({ data }) => data['smart_list_id'])).toEqual([list.smart_list_id]);
    expect((await read(client, 'type=SmartListCreated', page.next_page_token)).events).toEqual([]);
  });
});

describe('the events of a subject', () => {
  const startReceiver = shareReceivers();

  it('are those that name it', async () => {
    const workspace = await TestWorkspace.make(service);
    const { client, api, id, keyId } = workspace;
    const { url } = await startReceiver((_request, response) => void response.writeHead(204).end());
    const list = await api.createList();
    const [contact, other] = await workspace.contacts(2);
    await api.addMembers(list.smart_list_id, [byId(contact!), byId(other!)]);
    const webhooks = new Webhooks(workspace);
    const { delivery_id: delivery } = await webhooks.whenIs(
      await webhooks.apply(await webhooks.action(url)),
      'delivered',
    );
    await api.removeMembers(list.smart_list_id, [byId(contact!)]);
    const of = async (type: string, subject: string) =>
      typesOf(await all(client, `subject_type=${type}&subject_id=${subject}`));
    const ofMember = ['MemberAdded', 'MemberRemoved'];
    expect(await of('contact', contact!.contact_id)).toEqual(['ContactImported', ...ofMember]);
    expect(await of('member', `${list.smart_list_id}/${contact!.contact_id}`)).toEqual(ofMember);
    expect(await of('list', list.smart_list_id.toUpperCase())).toEqual([
      ...['SmartListCreated', 'MemberAdded', 'MemberAdded', 'MemberRemoved'],
    ]);
    expect(await of('delivery', delivery)).toEqual(['DeliveryRequested', 'DeliveryAttempted']);
    expect(await of('key', keyId)).toEqual(['ApiKeyCreated']);
    expect(await of('workspace', id)).toEqual(['WorkspaceCreated', 'SigningSecretRotated']);
    expect(await of('contact', UNKNOWN_ID)).toEqual([]);
    const added = `subject_type=list&subject_id=${list.smart_list_id}&type=MemberAdded`;
    expect(typesOf(await all(client, added))).toEqual(['MemberAdded', 'MemberAdded']);
    const [attempt] = await all(client, 'type=DeliveryAttempted');
    expect(attempt).toMatchObject({ stream: 'delivery', revision: 0, actor: { type: 'system', name: null } });
  });
});

describe('an event', () => {
  it('has who did it, by which request, and no secret', async () => {
    const workspace = await TestWorkspace.make(service);
    const { client, keyId } = workspace;
    const answer = await client.post('/contacts/batch', { contacts: [{ phone: nextPhone(), name: 'Ada' }] });
    const [event] = await all(client, 'type=ContactImported');
    expect(event).toMatchObject({
      ...{ schema_version: 1, stream: 'workspace', caused_by: null, request_id: answer.headers['x-request-id'] },
      actor: { type: 'api_key', id: keyId, name: 'test' },
      data: { name: 'Ada' },
    });
    expect(await client.read(`/events/${event!.event_id}`)).toEqual({ ok: true, event });
    const [made] = await all(client, 'type=ApiKeyCreated');
    expect(made).toMatchObject({ actor: { type: 'admin', name: null } });
    expect(Object.keys(made!.data).toSorted()).toEqual(['api_key_id', 'expires_at', 'name', 'prefix', 'scopes']);
    expect(JSON.stringify(await all(client))).not.toContain(client.token);
  });

  it('shows nothing of a person who was erased', async () => {
    const { client, api } = await TestWorkspace.make(service);
    const phone = nextPhone();
    const { contacts } = await api.importContacts([{ phone, name: 'Ann' }]);
    const id = contacts[0]!.contact_id;
    const query = `subject_type=contact&subject_id=${id}`;
    expect(JSON.stringify(await all(client, query))).toContain(phone);
    await client.post(`/contacts/${id}/erase`, {});
    await until('the erasure is over', async () =>
      typesOf(await all(client, query)).includes('ContactErasureCompleted'),
    );
    const [imported] = await all(client, query);
    const nobody = { contact_id: id, phone: null, name: null, phone_zones: null, zones_table: 1 };
    expect(imported!.data).toEqual(nobody);
  });

  it('of another workspace is not found', async () => {
    const [ours, theirs] = [await TestWorkspace.make(service), await TestWorkspace.make(service)];
    const [event] = await all(theirs.client);
    expectProblem(await ours.client.get(`/events/${event!.event_id}`), 'not_found');
    expectProblem(await ours.client.get(`/events/${UNKNOWN_ID}`), 'not_found');
    const { next_page_token } = await read(theirs.client);
    expectProblem(await ours.client.get(`/events?page_token=${next_page_token}`), 'invalid_page_token');
  });
});

describe('the times of GET /events', () => {
  it('are both included, and a time that has passed ends the walk', async () => {
    const { client, api } = await TestWorkspace.make(service);
    for (let made = 0; made < 3; made += 1) await api.createList();
    const events = await all(client);
    const [from, to] = [events[2]!.occurred_at, events[3]!.occurred_at];
    const within = events.filter(({ occurred_at: at }) => at >= from && at <= to);
    expect(idsOf(await all(client, `from=${from}&to=${to}`))).toEqual(idsOf(within));
    expect(await all(client, 'from=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await read(client, 'to=2020-01-01T00:00:00Z')).toMatchObject({ events: [], next_page_token: null });
  });
});

describe('a bad query', () => {
  it.each([
    ['subject_type=list', '/subject_id', 'required'],
    [`subject_id=${UNKNOWN_ID}`, '/subject_type', 'required'],
    ['subject_type=person&subject_id=1', '/subject_type', 'not_allowed_value'],
    ['subject_type=list&subject_id=1', '/subject_id', 'invalid_format'],
    [`subject_type=member&subject_id=${UNKNOWN_ID}`, '/subject_id', 'invalid_format'],
    [`subject_type=list&subject_id=${UNKNOWN_ID}/${UNKNOWN_ID}`, '/subject_id', 'invalid_format'],
    ['type=Nothing', '/type', 'not_allowed_value'],
    ['from=yesterday', '/from', 'invalid_format'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', '/to', 'out_of_range'],
    ['page_size=201', '/page_size', 'out_of_range'],
    ['page_size=0', '/page_size', 'out_of_range'],
    ['limit=5', '/limit', 'unknown_parameter'],
  ])('%s is refused by its parameter and rule', async (query, pointer, code) => {
    const { client } = await TestWorkspace.make(service);
    const { errors } = expectProblem(await client.get(`/events?${query}`), 'validation_failed');
    expect(errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('is one with the token of other filters, and needs the scope', async () => {
    const workspace = await TestWorkspace.make(service);
    const { next_page_token: token } = await read(workspace.client, 'type=WorkspaceCreated');
    expectProblem(await workspace.client.get(`/events?page_token=${token}`), 'invalid_page_token');
    const { client } = await workspace.key({ scopes: ['contacts:read', 'webhooks:read'] });
    for (const path of ['/events', `/events/${UNKNOWN_ID}`]) {
      expectProblem(await client.get(path), 'insufficient_scope');
    }
    expect(jsonOf(await workspace.client.get('/events?page_size=1'))).toMatchObject({ ok: true });
  });
});
