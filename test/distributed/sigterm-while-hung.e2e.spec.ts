import { EventStoreDouble } from '../doubles/eventstoredb/event-store-double.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { nextName } from '../support/api.js';
import { describeOnDouble } from '../support/double-only.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import { until } from '../support/until.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
import { expectUnavailable } from './support/patient-client.js';
import { begins, wireToRows } from './support/wire.js';

const RUN_MS = 90_000;

describeWithMongoServer('SIGTERM while a store hangs', () => {
  it.each([
    ['at its key', true],
    ['at its rows', false],
  ])(
    'MongoDB, with a read and a write in flight, each %s: 503 for both, then exit code 0 within 10 s',
    async (_where, atKey) => {
      const deployment = await DistributedDeployment.make();
      const { proxy, env } = await wireToRows(deployment);
      const service = await startService({ deployment, env });
      const { client, api, id: workspace } = await TestWorkspace.make(service);
      const { smart_list_id: id } = await api.createList();

      let asked = 0;
      proxy.watch((chunk) => {
        const ofKey = ['api_keys', 'revoked_api_keys'].some((name) => begins(['find'], name, chunk));
        const ofRows = chunk.includes('\u0002find\u0000') && chunk.includes(workspace);
        asked += Number(atKey ? ofKey : ofRows);
        return ofKey && !atKey ? 'pass' : 'hold';
      });
      const contacts = [{ phone: nextPhone() }];
      const requests = [client.get(`/smart-lists/${id}`), client.post('/contacts/batch', { contacts })];
      await until('both requests wait', () => asked >= requests.length);
      const ended = service.stop();
      for (const answer of await Promise.all(requests)) expectUnavailable(answer);
      await ended;

      await proxy.stop();
      await deployment.remove();
    },
    RUN_MS,
  );

  describeOnDouble('EventStoreDB', 'with an append held on command', () => {
    it(
      'EventStoreDB, with a write in flight: 503 for it, then exit code 0 within 10 s',
      async () => {
        const store = await EventStoreDouble.start();
        const deployment = await DistributedDeployment.make({ eventStore: store });
        const service = await startService({ deployment });
        const { client } = await TestWorkspace.make(service);

        store.hold();
        const write = client.post('/smart-lists', { name: nextName() });
        await store.whenHeld(1);
        store.hang();
        const ended = service.stop();
        expectUnavailable(await write);
        await ended;

        store.resume();
        await deployment.remove();
      },
      RUN_MS,
    );
  });
});
