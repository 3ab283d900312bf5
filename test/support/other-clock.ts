import { fileURLToPath } from 'node:url';
import { jsonOf } from './contract.js';
import type { Service } from './service.js';
import type { Problem } from './types.js';
import { until } from './until.js';
import { nextPhone, type TestWorkspace } from './workspace.js';

/** Runs the service with a clock one hour ahead if CLOCK_AHEAD=1; SIGUSR2 toggles between ahead and right. */
export const OTHER_CLOCK = fileURLToPath(new URL('../doubles/service-with-another-clock.js', import.meta.url));

const AHEAD = /^The clock of this machine is (3599\.\d|3600\.\d) s ahead of /;

/** Toggles the clock of such a service: one hour ahead, or right again. */
export function turnClock(service: Service): void {
  process.kill(service.pid, 'SIGUSR2');
}

/** Waits until the service reports that its clock is ahead, then expects reads to succeed and writes to be refused. */
export async function expectOnlyReads(service: Service, workspace: TestWorkspace): Promise<void> {
  const client = service.client(workspace.client.token);
  const health = async (): Promise<Problem> => jsonOf(await service.client().get('/health/ready')) as Problem;
  const trouble = async () => (await health()).errors?.find(({ code }) => code === 'clock');
  await until('the clock is said to be wrong', async () => (await trouble()) !== undefined);
  expect((await trouble())!.detail).toMatch(AHEAD);
  await until('it reads', async () => (await client.get('/contacts')).status === 200);
  const head = await service.log.head();
  const answers = [
    await client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] }),
    await service.admin.post('/admin/projections/rebuild'),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(jsonOf(answer)).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(AHEAD) });
    expect(answer.headers['retry-after']).toBeDefined();
  }
  expect((await service.client().get('/health/live')).status).toBe(200);
  expect(await service.log.head()).toBe(head);
}

/** Waits until the service is ready, then expects writes to succeed. */
export async function expectWrites(service: Service, workspace: TestWorkspace): Promise<void> {
  await until('it is ready', async () => (await service.client().get('/health/ready')).status === 200);
  const client = service.client(workspace.client.token);
  expect((await client.post('/contacts/batch', { contacts: [{ phone: nextPhone() }] })).status).toBe(200);
}
