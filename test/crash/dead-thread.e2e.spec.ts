import { fileURLToPath } from 'node:url';
import { jsonOf } from '../support/contract.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import { pairUnderTest, type Deployment } from '../support/deployments/deployment.js';
import { startService, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';

const FAILING_SERVICE = fileURLToPath(new URL('../doubles/service-with-a-failing-thread.js', import.meta.url));
const RUN_MS = 120_000;
const WRITES = 20;
/** EX_SOFTWARE in sysexits.h. */
const DEAD_THREAD_CODE = 70;

const THREADS =
  pairUnderTest() === 'embedded'
    ? [
        ['that writes the event log', '/writer.worker.js', 'event_store'],
        ['that writes the rows', '/projections.worker.js', 'read_model'],
      ]
    : [['that writes the rows', '/leased-projections.worker.js', 'read_model']];

describe.each(THREADS)('a process whose thread %s dies', (_what, file, check) => {
  let deployment: Deployment;
  let service: Service;

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment, main: FAILING_SERVICE, env: { FAILING_THREAD: file } });
  }, RUN_MS);
  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  it(
    `reports it in /health/live and exits with ${DEAD_THREAD_CODE}; restarted it has every acknowledged write`,
    async () => {
      const workspace = await TestWorkspace.make(service);
      const token = workspace.client.token!;
      const phones = Array.from({ length: WRITES }, nextPhone);
      for (const phone of phones) {
        expect((await workspace.client.post('/contacts/batch', { contacts: [{ phone }] })).status).toBe(200);
      }
      expect((await service.client().get('/health/live')).status).toBe(200);
      process.kill(service.pid, 'SIGUSR2');
      await until('it is said', async () => (await service.client().get('/health/live')).status === 503);
      const said = jsonOf(await service.client().get('/health/live'));
      expect(said).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/ (died|gone|ended)/) });
      const ready = jsonOf(await service.client().get('/health/ready'));
      expect(ready).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ code: check })]) });
      expect(await service.exit).toEqual({ code: DEAD_THREAD_CODE, signal: null });

      service = await startService({ deployment });
      const client = service.client(token);
      const written = await client.walk<{ phone: string }>('/contacts', 'contacts');
      expect(written.map(({ phone }) => phone).sort()).toEqual([...phones].sort());
      expect((await client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] })).status).toBe(200);
      await service.stop();
    },
    RUN_MS,
  );
});
