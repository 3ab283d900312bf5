import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { byId } from '../support/api.js';
import type { Answer } from '../support/http.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { TestWorkspace } from '../support/workspace.js';
import { failing, untilReady } from './support/health.js';
import { expectUnavailable } from './support/patient-client.js';
import { isBulkWriteOf, wireToRows } from './support/wire.js';

const RUN_MS = 180_000;
const LONG_MS = 60_000;
const CONTACTS = 4_000;
const MEMBERS = 100;
/** Contacts per bulk write. */
const BATCH = { READMODEL_BATCH: '100' };
/** Number of bulk writes of contacts that pass before they are held. */
const LET_THROUGH = 15;
const LOOKS = 20;

describeWithMongoServer('the first copy of the rows, made from a long log', () => {
  it(
    'is readable once it is complete; until then reads answer 503',
    async () => {
      const deployment = await DistributedDeployment.make();
      const writer = await startService({ deployment });
      const workspace = await TestWorkspace.make(writer);
      const contacts = await workspace.contacts(CONTACTS);
      const { smart_list_id: id } = await workspace.api.createList();
      await workspace.api.addMembers(id, contacts.slice(0, MEMBERS).map(byId));
      await writer.stop();
      await deployment.deleteReadModel();

      const { proxy, env } = await wireToRows(deployment);
      let writes = 0;
      proxy.watch((chunk) => {
        if (!isBulkWriteOf('contacts', chunk)) return 'pass';
        writes += 1;
        return writes > LET_THROUGH ? 'hold' : 'pass';
      });
      const projector = await startService({
        deployment,
        env: { ...BATCH, ROLES: 'projections', ...env },
        unready: true,
      });
      const api = await startService({ deployment, env: { ROLES: 'api' }, unready: true });
      const client = api.client(workspace.client.token);
      const ask = (): Promise<readonly Answer[]> =>
        Promise.all([
          client.get('/contacts'),
          client.get(`/smart-lists/${id}`),
          client.post('/smart-lists', { name: 'Too early' }),
        ]);
      await until('the projector is in the middle of the log', () => writes > LET_THROUGH, LONG_MS);
      for (let look = 0; look < LOOKS; look += 1) {
        for (const answer of await ask()) expectUnavailable(answer);
        for (const service of [api, projector]) expect(await isReady(service)).toBe(false);
      }

      proxy.watch();
      proxy.release();
      await untilReady(api);
      expect(await workspaceSeenBy(api, workspace, id)).toEqual({ contacts: CONTACTS, members: MEMBERS });
      await untilReady(projector);
      await api.stop();
      await projector.stop();
      await proxy.stop();
      await deployment.remove();
    },
    RUN_MS,
  );
});

async function isReady(service: Service): Promise<boolean> {
  return (await failing(service)).length === 0;
}

async function workspaceSeenBy(service: Service, { client: { token } }: TestWorkspace, id: string) {
  const client = service.client(token);
  const contacts = await client.walk('/contacts', 'contacts');
  const { smart_list } = await client.read<{ smart_list: { member_count: number } }>(`/smart-lists/${id}`);
  return { contacts: contacts.length, members: smart_list.member_count };
}
