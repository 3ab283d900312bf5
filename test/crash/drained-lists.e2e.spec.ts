import { Api, byId } from '../support/api.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { START } from '../support/log.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { type Received, shareReceivers, toReceiversHere } from '../support/webhooks.js';
import { Endpoints } from '../support/webhook-endpoints.js';
import { TestWorkspace } from '../support/workspace.js';

/*
 * Goal: each list that was drained is told of once, however the service ends between the write and its message, and
 * when all rows are made anew.
 * Method: a list is drained by one request, the service is killed at a point between the request and the message, and
 * started again. The request is repeated with its Idempotency-Key.
 */

const RUN_MS = 300_000;
/** Until when the service lives. */
const KILLED = ['sent', 'drained', 'forwarded'] as const;

/** The lists that were told of, by the id of the delivery: one that is sent twice has the same. */
const toldOf = (received: readonly Received[]): ReadonlyMap<string, string> =>
  new Map(
    received.map(({ body }) => {
      const { delivery_id, data } = JSON.parse(body) as { delivery_id: string; data: { smart_list_id: string } };
      return [delivery_id, data.smart_list_id];
    }),
  );

describe('a service that is killed while lists are drained', () => {
  const receiver = shareReceivers();
  let deployment: Deployment;
  let service: Service;

  beforeAll(async () => {
    deployment = await createDeployment();
  });
  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  const start = async (): Promise<void> => {
    service = await startService({ deployment, env: toReceiversHere() });
  };
  const count = async (wanted: string): Promise<number> =>
    (await service.log.after(START)).filter(({ type }) => type === wanted).length;

  /** Waits for the point at which the service is to be killed. */
  async function reach(point: (typeof KILLED)[number], nth: number): Promise<void> {
    if (point === 'drained') await until('the list is drained', async () => (await count('ListDrained')) > nth);
    if (point === 'forwarded') await until('it is forwarded', async () => (await count('EventsForwarded')) > nth);
  }

  it(
    'tells of each of them once',
    async () => {
      await start();
      const workspace = await TestWorkspace.make(service);
      const inbox = await receiver();
      await new Endpoints(workspace).create(inbox.url, ['list.drained']);
      const { token } = workspace.client;
      const [contact] = await workspace.contacts(1);
      const members = [byId(contact!)];
      const lists: string[] = [];
      for (const [nth, point] of KILLED.entries()) {
        const api = new Api(service.client(token));
        const { smart_list_id: list } = await api.createList();
        lists.push(list);
        await api.addMembers(list, members);
        const path = `/smart-lists/${list}/members/batch-remove`;
        const removal = { method: 'POST', path, json: { members }, headers: { 'idempotency-key': list } };
        const answer = service
          .client(token)
          .send(removal)
          .catch(() => undefined);
        await reach(point, nth);
        await service.kill();
        await answer;
        await start();
        expect((await service.client(token).send(removal)).status).toBe(200);
      }
      await until('all are told of', () => toldOf(inbox.received).size >= lists.length);
      await service.stop();
      await deployment.deleteReadModel();
      await start();
      const drained = (await service.log.after(START)).filter(({ type }) => type === 'ListDrained');
      expect(drained.map(({ data }) => (data as { smart_list_id: string }).smart_list_id)).toEqual(lists);
      expect([...toldOf(inbox.received).values()].sort()).toEqual(lists.toSorted());
    },
    RUN_MS,
  );
});
