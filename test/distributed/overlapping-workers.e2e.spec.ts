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
/** As many as one host is sent at once. */
const AT_ONCE = 8;
/** It asks whose turn it is every second, as often as a worker looks for what is due. */
const ASKED = 3;

describeWithMongoServer('two processes that send webhooks', () => {
  const receiver = shareReceivers();
  let target: Receiver & { readonly url: string };
  /** New requests are not answered before `answerAll`. */
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
    // A receiver of which nothing is known is sent one at a time.
    await delivered(await apply(AT_ONCE));
  }, RUN_MS);
  afterAll(async () => {
    for (const service of [...(workers ?? []), api]) await service?.stop();
    await deployment?.remove();
  }, RUN_MS);

  async function apply(count: number): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await webhooks.apply(action));
    return ids;
  }

  async function delivered(ids: readonly string[]): Promise<void> {
    for (const id of ids) await webhooks.whenIs(id, 'delivered');
  }

  function answerAll(): void {
    holding = false;
    for (const answer of held.splice(0)) answer();
  }

  it(
    'one paused in the middle of its attempts: the other makes them again, each is recorded once, and it sends no more when it is back',
    async () => {
      const before = target.received.length;
      holding = true;
      const overlapping = await apply(AT_ONCE);
      await until('all are under way', () => held.length === AT_ONCE);
      // Those that are under way are the holder's.
      const { holder: paused, standby: other } = await byTurn(deployment, 'workers', workers);
      process.kill(paused.service.pid, 'SIGSTOP');
      holding = false;
      try {
        await delivered(overlapping);
      } finally {
        answerAll();
        process.kill(paused.service.pid, 'SIGCONT');
      }
      // With the second time at the latest it is not its own.
      await paused.asksForTurn('workers', 2);

      holding = true;
      const afterwards = await apply(AT_ONCE);
      await until('all are under way', () => held.length >= AT_ONCE);
      // Still due by the rows: whoever sent without having the turn would have sent them, too.
      await paused.asksForTurn('workers', ASKED);
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
