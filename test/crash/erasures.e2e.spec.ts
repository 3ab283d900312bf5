import { byId } from '../support/api.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { Random, seedOfThisRun } from '../support/random.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { type Delivery, type Received, shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';
import { START } from '../support/log.js';
import type { Call, Contact } from '../support/types.js';

const RUN_MS = 120_000;
const KILLS = 6;
/** Contacts that are erased by one request, each with a call and a delivery. */
const CONTACTS = 20;
/** Events of the request: each contact is deleted, and erased. */
const BEGUN = 2 * CONTACTS;
/** Events of the work that follows, at one of which the process is killed; all of it are half as many more. */
const KILLED_AT = 4 * CONTACTS;

interface Erased {
  readonly contact: Pick<Contact, 'contact_id' | 'phone'>;
  readonly call: Call;
  readonly deliveryId: string;
}

interface Message {
  readonly type: string;
  readonly delivery_id: string;
  readonly contact: { readonly contact_id: string };
}

describe('erasures of a service that is killed', () => {
  const receiver = shareReceivers();
  let deployment: Deployment;
  let service: Service;
  let workspaceKey: string;

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

  /** Contacts with a call that has ended and a delivery that was not accepted. */
  async function calledContacts(workspace: TestWorkspace, action: string): Promise<readonly Erased[]> {
    const contacts = await workspace.contacts(CONTACTS);
    return Promise.all(
      contacts.map(async (contact) => {
        const { call_id } = await workspace.api.registerCall(byId(contact));
        const { delivery_id } = await workspace.api.applyOutcome(call_id, action);
        return { contact, call: await workspace.api.endCall(call_id, 'busy'), deliveryId: delivery_id! };
      }),
    );
  }

  /** What is read of the calls and deliveries of these contacts. */
  async function shown(erased: readonly Erased[]) {
    const client = service.client(workspaceKey);
    return Promise.all(
      erased.map(async ({ call, deliveryId }) => ({
        call: (await client.read<{ call: Call }>(`/calls/${call.call_id}`)).call,
        delivery: (await client.read<{ delivery: Delivery }>(`/webhook-deliveries/${deliveryId}`)).delivery,
      })),
    );
  }

  it(
    'are finished at the next start, wherever it was killed, and a rebuild shows the same',
    async () => {
      const random = new Random(seedOfThisRun());
      await start();
      let workspace = await TestWorkspace.make(service);
      workspaceKey = workspace.client.token!;
      const away = await receiver((_request, response) => response.writeHead(503).end('busy'));
      const action = await new Webhooks(workspace).action(away.url);
      const all: Erased[] = [];
      const contactIds = new Set<string>();
      let unfinished = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const fresh = await calledContacts(workspace, action);
        all.push(...fresh);
        for (const { contact } of fresh) contactIds.add(contact.contact_id);
        const contact_ids = fresh.map(({ contact }) => contact.contact_id);
        const head = await service.log.head();
        const erasing = workspace.client.post('/contacts/batch-erase', { contact_ids });
        const answered = erasing.catch(() => undefined);
        const events = BEGUN + random.below(KILLED_AT);
        await until(`${events} events`, async () => (await service.log.after(head)).length >= events);
        await service.kill();
        await answered;
        unfinished += await unfinishedIn(deployment);
        await start();
        workspace = workspace.through(service);
        await until('every call and delivery is erased', async () =>
          (await shown(fresh)).every(({ call, delivery }) => call.phone === null && delivery.erased_at !== null),
        );
        await until('the receiver is told of every contact', () => Promise.resolve(told(away).size === all.length));
      }
      expect(unfinished).toBeGreaterThan(0);
      expect(new Set(told(away).keys())).toEqual(contactIds);
      expect([...told(away).values()].map((deliveries) => deliveries.size)).toEqual(all.map(() => 1));
      const before = await shown(all);
      for (const [at, { call, delivery }] of before.entries()) {
        expect(call).toEqual({ ...all[at]!.call, phone: null, erased_at: call.erased_at });
        expect(delivery).toMatchObject({ status: 'cancelled', next_attempt_at: null });
        expect(delivery.attempts.map(({ response_body }) => response_body)).toEqual(delivery.attempts.map(() => null));
      }
      await service.stop();
      await deployment.deleteReadModel();
      await start();
      expect(await shown(all)).toEqual(before);
    },
    RUN_MS,
  );
});

/** The contacts of whose erasure a receiver was told, each with the ids of the deliveries that did. */
function told({ received }: { readonly received: readonly Received[] }): ReadonlyMap<string, ReadonlySet<string>> {
  const deliveries = new Map<string, Set<string>>();
  for (const { body } of received) {
    const { type, delivery_id, contact } = JSON.parse(body) as Message;
    if (type !== 'contact.erased') continue;
    deliveries.set(contact.contact_id, (deliveries.get(contact.contact_id) ?? new Set()).add(delivery_id));
  }
  return deliveries;
}

/** Contacts that are erased, and whose erasure is not completed, by the log of a service that has ended. */
async function unfinishedIn(deployment: Deployment): Promise<number> {
  const log = await deployment.openLog();
  try {
    const types = (await log.after(START)).map(({ type }) => type);
    const count = (name: string): number => types.filter((type) => type === name).length;
    return count('ContactErased') - count('ContactErasureCompleted');
  } finally {
    await log.close();
  }
}
