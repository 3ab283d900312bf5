import { FOLLOWER } from '../../apps/service/catalogue.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { START } from '../support/log.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';
import { untilReady } from './support/health.js';
import { turnGoesOn, untilLease } from './support/leases.js';
import { isBulkWriteOf, wireToRows } from './support/wire.js';

const RUN_MS = 180_000;
const DELIVERIES = 10;
/** Contacts imported between the deliveries' requests and results: several batches of the follower. */
const CONTACTS = 3_000;
/** Contacts per bulk write, and bulk writes of contacts that pass: the rows of the first batch are written by then. */
const BATCH = { READMODEL_BATCH: '100' };
const LET_THROUGH = 15;
/** Seconds by which each worker has polled, woken or not. */
const LOOKED_S = 8;

/** The processes by their roles; the first one folds the log. */
const SHAPES: readonly (readonly [string, readonly string[]])[] = [
  ['one process', ['api,projections,workers']],
  ['workers in a process of their own', ['projections', 'api', 'workers']],
];

describeWithMongoServer('workers, while the rows are behind the log', () => {
  const startReceiver = shareReceivers();

  /** A receiver that answers only after `answer`. */
  const holding = async () => {
    let answer!: () => void;
    const released = new Promise<void>((resolve) => (answer = resolve));
    const { url, received } = await startReceiver((_request, response) => void released.then(() => response.end()));
    return { url, received, answer };
  };

  it.each(SHAPES)(
    'repeat no delivery after the rows were dropped, neither while they are rebuilt nor afterwards: %s',
    async (_shape, roles) => {
      const deployment = await DistributedDeployment.make();
      const { proxy, env } = await wireToRows(deployment);
      const services: Service[] = [];
      for (const [at, ROLES] of roles.entries()) {
        const wire = at === 0 ? { ...BATCH, ...env } : {};
        services.push(await startService({ deployment, env: { ...toReceiversHere(), ...wire, ROLES } }));
      }
      const workspace = await TestWorkspace.make(services[roles.findIndex((role) => role.includes('api'))]!);
      const webhooks = new Webhooks(workspace);
      const receiver = await holding();
      const action = await webhooks.action(receiver.url);
      for (let n = 0; n < DELIVERIES; n += 1) await webhooks.apply(action);
      await workspace.contacts(CONTACTS);
      receiver.answer();
      const delivered = (all: readonly { readonly status: string }[]) => all.every((one) => one.status === 'delivered');
      await until('all are delivered', async () => delivered(await webhooks.list()));
      const before = await webhooks.list();
      // On a slow machine an attempt may have ended for want of an answer before the contacts were imported.
      const attempts = before.reduce((sum, delivery) => sum + delivery.attempts.length, 0);
      expect([before.length, receiver.received.length]).toEqual([DELIVERIES, attempts]);

      let writes = 0;
      proxy.watch((chunk) => {
        if (!isBulkWriteOf('contacts', chunk)) return 'pass';
        writes += 1;
        return writes > LET_THROUGH ? 'hold' : 'pass';
      });
      await deployment.deleteReadModel();
      await until('the rows are half there', () => writes > LET_THROUGH);
      const halfBuilt = await statusesIn(deployment);
      expect(halfBuilt.length).toBe(DELIVERIES);
      expect(halfBuilt).not.toContain('delivered');
      // Measured by the follower's lease: with incomplete rows no process takes the lease of the workers.
      await turnGoesOn(deployment, FOLLOWER, LOOKED_S);
      await untilLease(deployment, 'workers', 'is free', (lease) => !lease?.owner);
      expect(receiver.received.length).toBe(attempts);

      proxy.watch();
      proxy.release();
      for (const service of services) await untilReady(service);
      expect(await webhooks.list()).toEqual(before);
      await turnGoesOn(deployment, 'workers', LOOKED_S);
      expect(receiver.received.length).toBe(attempts);

      // The workers do work.
      await webhooks.whenIs(await webhooks.apply(action), 'delivered');
      for (const service of services.reverse()) await service.stop();
      await proxy.stop();
      await deployment.remove();
    },
    RUN_MS,
  );

  it(
    'repeat no delivery that their predecessor has recorded, although the rows do not show it yet',
    async () => {
      const deployment = await DistributedDeployment.make();
      const start = (role: string) => startService({ deployment, env: { ...toReceiversHere(), ROLES: role } });
      const projector = await start('projections');
      const api = await start('api');
      const first = await start('workers');
      const webhooks = new Webhooks(await TestWorkspace.make(api));
      const receiver = await holding();
      const id = await webhooks.apply(await webhooks.action(receiver.url));
      await until('it is sent', () => receiver.received.length === 1);

      process.kill(projector.pid, 'SIGSTOP');
      receiver.answer();
      const isRecorded = ({ type }: { readonly type: string }) => type === 'DeliveryAttempted';
      await until('it is recorded', async () => (await api.log.after(START)).some(isRecorded));
      await first.stop();
      const second = await start('workers');
      await turnGoesOn(deployment, 'workers', LOOKED_S);
      expect([receiver.received.length, (await webhooks.get(id)).status]).toEqual([1, 'pending']);

      process.kill(projector.pid, 'SIGCONT');
      await webhooks.whenIs(id, 'delivered');
      await turnGoesOn(deployment, 'workers', LOOKED_S);
      expect(receiver.received.length).toBe(1);
      for (const service of [second, api, projector]) await service.stop();
      await deployment.remove();
    },
    RUN_MS,
  );
});

/** The statuses of all deliveries in the rows. */
async function statusesIn(deployment: DistributedDeployment): Promise<readonly unknown[]> {
  const all = await deployment.documents();
  return all.filter(({ collection }) => collection.startsWith('deliveries.')).map(({ document }) => document['status']);
}
