import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { authority } from '../../../libs/webhooks/testing/index.js';
import { shareService } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';

const SLOW_HOSTS = 300;
const DEAD_PATHS = 20;
/** On the distributed pair the stand-ins for the stores take a second per sample. */
const SAMPLES = process.env['TEST_PAIR'] === 'distributed' ? 20 : 100;
const RUN_MS = 450_000;
/** Milliseconds that a busy machine may add; waiting for a slow receiver would add 15 s. */
const NOISE_MS = 500;

/** Hosts that accept connections and requests and never answer: addresses of this machine, one port. */
async function slowHosts(): Promise<{ readonly urls: readonly string[]; requests(): number; close(): void }> {
  const addresses = Array.from({ length: SLOW_HOSTS }, (_, n) => `127.1.${Math.floor(n / 200)}.${(n % 200) + 1}`);
  let requests = 0;
  const server = createServer(authority.issue(addresses), (socket) => {
    socket.on('error', () => undefined).once('data', () => (requests += 1));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const urls = addresses.map((address) => `https://${address}:${port}/hook`);
  return { urls, requests: () => requests, close: () => server.close() };
}

/** Ten at a time: a slow store handles them together. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 10) await Promise.all(items.slice(from, from + 10).map(work));
}

describe('a healthy receiver', () => {
  const service = shareService({ env: toReceiversHere() });
  const receiver = shareReceivers();

  /**
   * A receiver that answers at once, except under /never; `p99` is the second longest time from the answer that an
   * outcome was applied to the arrival of its webhook.
   */
  async function well() {
    const webhooks = new Webhooks(await TestWorkspace.make(service()));
    const arrived = new Map<string, number>();
    let waiting = 0;
    const { url } = await receiver(({ path, headers }, response) => {
      if (path.endsWith('/never')) waiting += 1;
      else {
        arrived.set(headers['webhook-id'] as string, performance.now());
        response.end();
      }
    });
    const action = await webhooks.action(url);
    const p99 = async (): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < SAMPLES; n += 1) {
        const id = await webhooks.apply(action);
        const applied = performance.now();
        await until('it has arrived', () => arrived.has(id));
        times.push(Math.max(arrived.get(id)! - applied, 0));
      }
      return times.sort((a, b) => a - b)[SAMPLES - 2]!;
    };
    return { url, p99, waiting: () => waiting };
  }

  function expectAsIfAlone(alone: number, beside: number, what: string): void {
    process.stdout.write(`p99 alone ${alone.toFixed(0)} ms, beside ${what} ${beside.toFixed(0)} ms\n`);
    expect(beside).toBeLessThan(alone * 2 + NOISE_MS);
  }

  it(
    '[api webhook slow receivers] is not delayed by deliveries to 300 slow ones',
    async () => {
      const { p99 } = await well();
      const alone = await p99();
      const slow = await slowHosts();
      const other = new Webhooks(await TestWorkspace.make(service()));
      await eachOf(slow.urls, async (slowUrl) => {
        const slowAction = await other.action(slowUrl);
        for (let n = 0; n < 2; n += 1) await other.apply(slowAction);
      });
      // The largest number of concurrent attempts is under way.
      await until('slow receivers are sent to', () => slow.requests() >= 40);
      const beside = await p99();
      slow.close();
      expectAsIfAlone(alone, beside, `${SLOW_HOSTS} slow ones`);
    },
    RUN_MS,
  );

  it(
    '[api webhook slow receivers] is not delayed by deliveries of other workspaces to dead paths of its own host',
    async () => {
      const { url, p99, waiting } = await well();
      const alone = await p99();
      const other = new Webhooks(await TestWorkspace.make(service()));
      for (let n = 0; n < DEAD_PATHS; n += 1) {
        const dead = await other.action(`${url}/${n}/never`);
        for (let times = 0; times < 3; times += 1) await other.apply(dead);
      }
      // The largest number of concurrent attempts is under way.
      await until('dead paths are sent to', () => waiting() >= 6);
      expectAsIfAlone(alone, await p99(), `${DEAD_PATHS} dead paths of its host`);
    },
    RUN_MS,
  );
});
