import { EventStoreDouble } from '../doubles/eventstoredb/event-store-double.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { describeOnDouble } from '../support/double-only.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import { until } from '../support/until.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
import { failing, untilReady } from './support/health.js';
import { expectRowsOfLog } from './support/rebuilt-rows.js';

const RUN_MS = 120_000;
const SECONDS_MS = 20_000;
const WRITES = 5;

describeWithMongoServer('a follower whose subscriptions the event store refuses', () => {
  describeOnDouble('EventStoreDB', 'on command', () => {
    it(
      'reports red health until it can subscribe again, and misses no event',
      async () => {
        const store = await EventStoreDouble.start();
        const deployment = await DistributedDeployment.make({ eventStore: store });
        const service = await startService({ deployment });
        const workspace = await TestWorkspace.make(service);
        const [known] = await workspace.contacts(1);

        store.refuseSubscriptions();
        store.dropSubscriptions();
        for (let write = 0; write < WRITES; write += 1) {
          const answer = await workspace.client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] });
          expect(answer.status).toBe(200);
          expect(answer.headers['projection-lag']).toBeDefined();
        }
        await until('the service is not ready', async () => (await failing(service)).length > 0, SECONDS_MS);
        expect((await service.client().get('/health/live')).status).toBe(200);
        expect((await workspace.api.contact(known!.contact_id)).phone).toBe(known!.phone);

        store.acceptSubscriptions();
        await untilReady(service);
        await until('the rows have all', async () => (await workspace.api.contacts()).length === 1 + WRITES);
        await expectRowsOfLog(deployment);
        await service.stop();
        await deployment.remove();
      },
      RUN_MS,
    );
  });
});
