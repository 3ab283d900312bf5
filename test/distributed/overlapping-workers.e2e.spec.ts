import { expectSoundLog, wholeLog } from '../crash/support/whole-log.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedPlace } from '../support/places/distributed.js';
import type { TcpProxy } from '../support/proxy.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { type Receiver, shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';
import { expectRowsOfLog } from './support/rebuilt-rows.js';
import { begins, wireToRows } from './support/wire.js';

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
  let place: DistributedPlace;
  let wire: TcpProxy;
  let api: Service;
  let first: Service;
  let second: Service;
  let webhooks: Webhooks;
  let action: string;

  beforeAll(async () => {
    target = await receiver((_request, response) => {
      const answer = (): void => void response.writeHead(204).end();
      if (holding) held.push(answer);
      else answer();
    });
    place = await DistributedPlace.make();
    const { proxy, env } = await wireToRows(place);
    wire = proxy;
    api = await startService({ place, env: { ...toReceiversHere(), ROLES: 'api,projections' } });
    first = await startService({ place, env: { ...toReceiversHere(), ...env, ROLES: 'workers' } });
    webhooks = new Webhooks(await TestWorkspace.make(api));
    action = await webhooks.action(target.url);
    // It has its turn before there is another one.
    await delivered(await apply(AT_ONCE));
    second = await startService({ place, env: { ...toReceiversHere(), ROLES: 'workers' } });
  }, RUN_MS);
  afterAll(async () => {
    for (const service of [first, second, api]) await service?.stop();
    await wire?.stop();
    await place?.remove();
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

  /** Waits until the first one has asked so many times more whose turn it is: with the second time at the latest it is not its own. */
  async function firstAsks(times: number): Promise<void> {
    let asked = 0;
    wire.watch((chunk) => {
      asked += Number(begins(['find'], '_leases', chunk) && chunk.includes('workers'));
      return 'pass';
    });
    await until('the first one waits for its turn', () => asked >= times);
    wire.watch();
  }

  it(
    'one paused in the middle of its attempts: the other makes them again, each is recorded once, and it sends no more when it is back',
    async () => {
      const before = target.received.length;
      holding = true;
      const overlapping = await apply(AT_ONCE);
      await until('all are under way', () => held.length === AT_ONCE);
      process.kill(first.pid, 'SIGSTOP');
      holding = false;
      try {
        await delivered(overlapping);
      } finally {
        answerAll();
        process.kill(first.pid, 'SIGCONT');
      }
      await firstAsks(2);

      holding = true;
      const afterwards = await apply(AT_ONCE);
      await until('all are under way', () => held.length >= AT_ONCE);
      // Still due by the rows: whoever sent without having the turn would have sent them, too.
      await firstAsks(ASKED);
      answerAll();
      await delivered(afterwards);

      await second.stop();
      const atLast = await apply(1);
      await delivered(atLast);

      const received = target.received.slice(before).map(({ headers }) => String(headers['webhook-id']));
      expect(received.sort()).toEqual([...overlapping, ...overlapping, ...afterwards, ...atLast].sort());
      expect((await webhooks.list()).filter(({ status }) => status !== 'delivered')).toEqual([]);
      const log = await wholeLog(place);
      expectSoundLog(log);
      const requested = log.filter(({ type }) => type === 'DeliveryRequested');
      const ofDeliveries = log.filter(({ stream }) => stream.startsWith('delivery-'));
      expect(requested).toHaveLength(3 * AT_ONCE + 1);
      expect(ofDeliveries.map(({ type, data }) => [type, data['delivered'], data['delivery_id']]).sort()).toEqual(
        requested.map(({ data }) => ['DeliveryAttempted', true, data['delivery_id']]).sort(),
      );
      await expectRowsOfLog(place);
    },
    RUN_MS,
  );
});
