import { fileURLToPath } from 'node:url';
import { type NameServer, startNameServer, type Zone } from '../../../libs/webhooks/testing/index.js';
import { success } from '../../support/client.js';
import { metric } from '../../support/metrics.js';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';

const MAIN = fileURLToPath(new URL('../../doubles/service-asking-name-server.js', import.meta.url));
const T = Date.parse('2030-01-10T15:00:00.000Z');
const DAY = 86_400_000;
/** More attempts than the retry schedule has: a delivery that is charged for each of them is exhausted. */
const DAYS = 12;
/** Uncharged probes after which the test accepts that the outage is charged to no delivery; their intervals grow. */
const PROBES = 3;
const RECEIVERS = 4;
const RUN_MS = 120_000;

/** A multicast address: connections to it fail, and nothing leaves this machine. */
const NOWHERE = [224, 0, 0, 1];
const HERE = [127, 0, 0, 1];

describe('receivers during an outage of the own network', () => {
  const receiver = shareReceivers();
  let says: ReturnType<Zone>;
  let names: NameServer;
  let service: Service;
  let now = T;

  const pass = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
    const json = { now: new Date(now).toISOString() };
    success(await service.admin.send({ method: 'PUT', path: '/admin/clock', json }), 200);
  };
  /** The number of attempts that were not charged to a delivery. */
  const notCharged = async (hosts: readonly string[]): Promise<number> => {
    const counts = hosts.map((host) =>
      metric(service, `webhook_attempts_by_host_total{host="${host}",status="not_charged"}`),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  const outage = (): Promise<number> => metric(service, 'webhook_network_outage');

  beforeAll(async () => {
    names = await startNameServer((_name, type) => (type === 'A' || typeof says === 'string' ? says : []));
    const allowed = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,224.0.0.0/4' };
    // The test clock is refused in production, the mode of other tests.
    const clock = { TEST_CLOCK: '1', NODE_ENV: 'test' };
    const env = { ...toReceiversHere(), ...allowed, ...clock, NAME_SERVER: names.address };
    service = await startService({ main: MAIN, env });
  }, RUN_MS);
  afterAll(async () => {
    await service?.stop();
    names?.close();
  }, RUN_MS);

  it.each([
    // This case is first: a machine that has just reached a receiver is not taken to be offline.
    ['to which there is no way', /^connect: /, NOWHERE, [0, 0, 0, 0]],
    ['whose name no name server can tell', /^resolve: /, 'SERVFAIL', [0, 0, 1, 1]],
  ] as const)(
    '[api webhook outage] %s: two deliveries at most are charged, for one attempt, and all arrive after it',
    async (_which, error, lost, expected) => {
      says = lost;
      await pass(0);
      const webhooks = new Webhooks(await TestWorkspace.make(service));
      const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => receiver()));
      const ids: string[] = [];
      const hosts = receivers.map(({ port }, at) => `${at}.receivers.test:${port}`);
      for (const host of hosts) ids.push(await webhooks.apply(await webhooks.action(`https://${host}/hook`)));
      const deliveries = () => Promise.all(ids.map((id) => webhooks.get(id)));
      const attempts = async () => (await deliveries()).flatMap((delivery) => delivery.attempts);

      await until('an outage is believed', async () => (await outage()) === 1);
      for (let day = 0; day < DAYS; day += 1) {
        const before = await notCharged(hosts);
        await pass(DAY);
        if (day < PROBES) await until('it has been probed', async () => (await notCharged(hosts)) > before);
      }
      const charged = (await deliveries()).map((delivery) => delivery.attempts.length);
      expect([...charged].sort()).toEqual(expected);
      for (const attempt of await attempts()) {
        expect(attempt).toMatchObject({ status: null, error: expect.stringMatching(error) as string });
      }
      // No delivery is exhausted, and no operator of the service could repair anything.
      expect((await service.client().get('/health/ready')).status).toBe(200);
      expect(await outage()).toBe(1);
      expect(receivers.map(({ connections }) => connections)).toEqual([0, 0, 0, 0]);

      says = HERE;
      await pass(DAY);
      for (const [at, id] of ids.entries()) await webhooks.whenIs(id, 'delivered', charged[at]! + 1);
      expect(receivers.map(({ received }) => received.map(({ headers }) => headers['webhook-id']))).toEqual(
        ids.map((id) => [id]),
      );
      expect(await outage()).toBe(0);

      const last = (id: string) => attemptsLogged(service).findLast(({ delivery_id }) => delivery_id === id);
      await until('the attempts are logged', () => ids.every((id) => last(id)?.['result'] === 'delivered'));
      for (const [at, id] of ids.entries()) {
        expect(last(id)).toMatchObject({ host: hosts[at], attempt: charged[at]! + 1, next_attempt_at: null });
      }
      expect(service.stdout).not.toContain('/hook');
    },
    RUN_MS,
  );
});

/** The lines `delivery.attempted` of the service's log, in order. */
function attemptsLogged(service: Service): readonly Readonly<Record<string, unknown>>[] {
  const lines = service.stdout.split('\n').filter((line) => line.includes('"delivery.attempted"'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
