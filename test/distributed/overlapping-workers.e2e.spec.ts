import { expectSoundLog, wholeLog } from '../crash/support/whole-log.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { type Receiver, shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';
import { byTurn } from './support/leases.js';
import { expectRowsOfLog } from './support/rebuilt-rows.js';
import { WiredService } from './support/wire.js';

const RUN_MS = 200_000;
/** The number of concurrent attempts for one host. */
const AT_ONCE = 8;
/** A process polls the lease every second, as often as a worker polls for due deliveries. */
const ASKED = 3;
/** Milliseconds that attempts may be held: each ends after 15 s, and would be made a second time. */
const HELD_MS = 8_000;

describeWithMongoServer('two processes that send webhooks', () => {
  const receiver = shareReceivers();
  let target: Receiver & { readonly url: string };
  /** While true, requests wait for `answerAll`. */
  let holding = false;
  const held: (() => void)[] = [];
  let deployment: DistributedDeployment;
  let api: Service;
  let workers: readonly [WiredService, WiredService];
  let webhooks: Webhooks;
  let action: string;

  beforeAll(async () => {
    target = await receiver((_request, response) => {
      const answer = (): void => void response.writeHead(204).end();
      if (holding) held.push(answer);
      else answer();
    });
    deployment = await DistributedDeployment.make();
    api = await startService({ deployment, env: { ...toReceiversHere(), ROLES: 'api,projections' } });
    const startWorkers = () => WiredService.start(deployment, { ...toReceiversHere(), ROLES: 'workers' });
    workers = [await startWorkers(), await startWorkers()];
    webhooks = new Webhooks(await TestWorkspace.make(api));
    action = await webhooks.action(target.url);
    // A receiver of unknown health gets one request at a time; after these it is healthy.
    await delivered(await apply(AT_ONCE));
  }, RUN_MS);
  afterAll(async () => {
    for (const service of [...(workers ?? []), api]) await service?.stop();
    await deployment?.remove();
  }, RUN_MS);

  /** All at once: the attempts of the first one must not end while the last one is applied. */
  function apply(count: number): Promise<readonly string[]> {
    return Promise.all(Array.from({ length: count }, () => webhooks.apply(action)));
  }

  async function delivered(ids: readonly string[]): Promise<void> {
    for (const id of ids) await webhooks.whenIs(id, 'delivered');
  }

  function answerAll(): void {
    holding = false;
    for (const answer of held.splice(0)) answer();
  }

  it(
    'one is paused during its attempts: the other repeats them, each is recorded once, and the first stops sending',
    async () => {
      const before = target.received.length;
      holding = true;
      const overlapping = await apply(AT_ONCE);
      await until('all are under way', () => held.length === AT_ONCE);
      // The attempts under way are those of the lease holder.
      const { holder: paused, standby: other } = await byTurn(deployment, 'workers', workers);
      process.kill(paused.service.pid, 'SIGSTOP');
      holding = false;
      try {
        await delivered(overlapping);
      } finally {
        answerAll();
        process.kill(paused.service.pid, 'SIGCONT');
      }
      // At the second poll at the latest it learns that it no longer holds the lease.
      await paused.asksForTurn('workers', 2);

      holding = true;
      const heldSince = performance.now();
      const afterwards = await apply(AT_ONCE);
      await until('all are under way', () => held.length >= AT_ONCE);
      // The rows still show them as due: a process that sent without the lease would have sent them, too.
      await paused.asksForTurn('workers', ASKED, heldSince + HELD_MS - performance.now());
      answerAll();
      await delivered(afterwards);

      await other.stop();
      const atLast = await apply(1);
      await delivered(atLast);

      const received = target.received.slice(before).map(({ headers }) => String(headers['webhook-id']));
      expect(received.sort()).toEqual([...overlapping, ...overlapping, ...afterwards, ...atLast].sort());
      expect((await webhooks.list()).filter(({ status }) => status !== 'delivered')).toEqual([]);
      const log = await wholeLog(deployment);
      expectSoundLog(log);
      const requested = log.filter(({ type }) => type === 'DeliveryRequested');
      const ofDeliveries = log.filter(({ stream }) => stream.startsWith('delivery-'));
      expect(requested).toHaveLength(3 * AT_ONCE + 1);
      expect(ofDeliveries.map(({ type, data }) => [type, data['delivered'], data['delivery_id']]).sort()).toEqual(
        requested.map(({ data }) => ['DeliveryAttempted', true, data['delivery_id']]).sort(),
      );
      await expectRowsOfLog(deployment);
    },
    RUN_MS,
  );
});
