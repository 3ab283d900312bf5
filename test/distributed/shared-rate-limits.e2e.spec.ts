import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { nextName } from '../support/api.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { expectProblem } from '../support/problem.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { TestWorkspace } from '../support/workspace.js';

const LONG_MS = 120_000;
/** Hardly anything flows in while the test runs. */
const WRITES = { requests: 100, seconds: 3_600 };

interface Me {
  readonly rate_limits: { readonly write: { readonly remaining: number } };
}

describeWithMongoServer('processes that share rate limits', () => {
  let deployment: DistributedDeployment;
  const running = new Set<Service>();

  const start = async (env: Record<string, string> = {}): Promise<Service> => {
    const service = await startService({ deployment, env });
    running.add(service);
    return service;
  };
  const limited = (service: Service) => TestWorkspace.make(service, { rate_limits: { write: WRITES } });
  /** What is left of a key in a process; counts no write. */
  const left = async (service: Service, token: string) =>
    (await service.client(token).read<Me>('/me')).rate_limits.write.remaining;

  beforeEach(async () => {
    deployment = await DistributedDeployment.make();
  }, LONG_MS);

  afterEach(async () => {
    await Promise.all([...running].map((service) => service.stop()));
    running.clear();
    await deployment.remove();
  }, LONG_MS);

  it(
    'each lets through an equal part, and all together the limit; a process that ends leaves its part',
    async () => {
      const one = await start();
      const alone = (await limited(one)).client.token!;
      expect(await left(one, alone)).toBe(100);
      const other = await start({ ROLES: 'api' });
      const { token } = (await limited(one)).client;
      expect(await left(other, token!)).toBe(50);
      await until('the first one has seen the other one', async () => {
        const { client } = await limited(one);
        return (await left(one, client.token!)) === 50 && (await left(other, client.token!)) === 50;
      });

      const shared = await limited(one);
      let through = 0;
      for (const service of [one, other]) {
        const client = service.client(shared.client.token);
        for (let n = 0; n < 60; n += 1) {
          const answer = await client.post('/smart-lists', { name: nextName() });
          if (answer.status === 201) through += 1;
          else expectProblem(answer, 'rate_limited');
        }
      }
      expect(through).toBeGreaterThanOrEqual(90);
      expect(through).toBeLessThanOrEqual(110);

      running.delete(other);
      await other.stop();
      await until('the one that is left has the whole', async () => {
        const { client } = await limited(one);
        return (await left(one, client.token!)) === 100;
      });
    },
    LONG_MS,
  );

  it(
    'with RATE_LIMITS_SHARED=0 each lets through the whole',
    async () => {
      const one = await start({ RATE_LIMITS_SHARED: '0' });
      const other = await start({ ROLES: 'api', RATE_LIMITS_SHARED: '0' });
      const { client } = await limited(one);
      expect([await left(one, client.token!), await left(other, client.token!)]).toEqual([100, 100]);
    },
    LONG_MS,
  );
});
