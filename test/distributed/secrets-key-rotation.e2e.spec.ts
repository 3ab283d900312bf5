import { randomBytes } from 'node:crypto';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { startInVain } from '../support/ended-process.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';

const RUN_MS = 120_000;
const EX_CONFIG = 78;

describeWithMongoServer('processes that change from one SECRETS_KEY to another', () => {
  it(
    'run side by side while their keys overlap, and one that has only the older key is refused afterwards',
    async () => {
      const deployment = await DistributedDeployment.make();
      const older = deployment.env['SECRETS_KEY']!;
      const newer = randomBytes(32).toString('base64');
      const start = (keys: string) => startService({ deployment, env: { SECRETS_KEY: keys, ROLES: 'all' } });
      const first = await start(older);
      const workspace = await TestWorkspace.make(first);
      for (let n = 0; n < 3; n += 1) await workspace.api.createList();
      const refused = await startInVain({ ...deployment.env, SECRETS_KEY: newer });
      expect([refused.code, refused.stderr]).toEqual([EX_CONFIG, expect.stringMatching(/^SECRETS_KEY [^\n]*\.\n$/)]);

      const second = await start(`${older},${newer}`);
      const third = await start(`${newer},${older}`);
      // A page token of each process is accepted by each other one that has its key.
      for (const [from, to] of [
        [first, second],
        [second, first],
        [first, third],
        [third, second],
      ] as const) {
        const path = '/smart-lists?page_size=1';
        const page = await from.client(workspace.client.token).read<{ next_page_token: string }>(path);
        const next = await to.client(workspace.client.token).get(`${path}&page_token=${page.next_page_token}`);
        expect(next.status).toBe(200);
      }
      for (const service of [first, second, third]) await service.stop();
      const last = await start(newer);
      expect((await startInVain({ ...deployment.env, SECRETS_KEY: older })).code).toBe(EX_CONFIG);
      await last.stop();
      await deployment.remove();
    },
    RUN_MS,
  );
});
