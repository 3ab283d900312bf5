import { until } from '../../support/until.js';
import { jsonOf } from '../../support/contract.js';
import type { Service } from '../../support/service.js';
import type { Problem } from '../../support/types.js';

/** The names of the failing checks; empty for a service that is ready. */
export async function failing(service: Service): Promise<readonly string[]> {
  const answer = await service.client().get('/health/ready');
  if (answer.status === 200) return [];
  return ((jsonOf(answer) as Problem).errors ?? []).map(({ code }) => code);
}

/** Waits until the service reports that this store fails; it must stay alive. */
export async function untilRed(service: Service, check: 'event_store' | 'read_model' | 'personal_keys'): Promise<void> {
  await until(`${check} is red`, async () => (await failing(service)).includes(check), 120_000);
  expect((await service.client().get('/health/live')).status).toBe(200);
}

/** Waits until all checks pass again, without an intervention. */
export async function untilReady(service: Service): Promise<void> {
  const ready = async (): Promise<boolean> => (await failing(service)).length === 0;
  await until('the service is ready again', ready, 120_000).catch(async (error: Error) => {
    const { bytes } = await service.client().get('/health/ready');
    const said = service.stdout.split('\n').slice(-20).join('\n');
    throw new Error(`${error.message}\n${bytes.toString()}\n${said}`);
  });
}
