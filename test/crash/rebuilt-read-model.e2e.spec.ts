import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Api } from '../support/api.js';
import { START } from '../support/log.js';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import {
  type Delivery,
  type Receiver,
  redeliver,
  shareReceivers,
  toReceiversHere,
  Webhooks,
} from '../support/webhooks.js';
import type { TestWorkspace } from '../support/workspace.js';
import { dump } from './support/dump.js';
import type { Dump } from './support/dump.js';
import { workspaceWithHistory } from './support/history.js';
import { wholeLog } from './support/whole-log.js';

const RUN_MS = 120_000;
const HOUR_MS = 3_600_000;
/** The least number of pages of all GETs together ("many pages"). */
const PAGES = 150;
/** The status of a delivery by the receiver's answer: none of them is due again during the test. */
const BECOMES: readonly (readonly [number, Delivery['status']])[] = [
  [200, 'delivered'],
  [410, 'cancelled'],
  [429, 'retrying'],
];
/** Deliveries per status: together more than one page. */
const DELIVERIES = 3;

describe('a service whose read model was deleted', () => {
  const deployment = new EmbeddedDeployment();
  const rows = join(deployment.dataDir, 'read-model.db');
  const receiver = shareReceivers();
  let target: Receiver & { readonly url: string };
  let service: Service;
  let workspaceId: string;
  let token: string;
  let delivered: string;

  const start = async (): Promise<void> => {
    service = await startService({ deployment, env: toReceiversHere() });
  };

  beforeAll(async () => {
    target = await receiver(({ path }, response) => {
      response.writeHead(Number(path.split('/').at(-1)), { 'retry-after': '86400' }).end('as told');
    });
    await start();
    const workspace = await workspaceWithHistory(service);
    await workspaceWithHistory(service);
    delivered = await deliveries(workspace);
    await until('receivers were told of the erasures', async () => {
      const { deliveries: waiting } = await workspace.client.read<{ deliveries: readonly Delivery[] }>(
        '/webhook-deliveries?status=pending',
      );
      return waiting.length === 0;
    });
    workspaceId = workspace.id;
    token = workspace.client.token!;
  }, RUN_MS);
  afterAll(async () => {
    await service?.kill();
    await deployment.remove();
  });

  /** Creates deliveries of each status, and erases the contact of each last one; returns the id of a delivered one. */
  async function deliveries(workspace: TestWorkspace): Promise<string> {
    const webhooks = new Webhooks(workspace);
    const ids: string[] = [];
    for (const [answer, status] of BECOMES) {
      const action = await webhooks.action(`${target.url}/${answer}`);
      for (let made = 0; made < DELIVERIES; made += 1) {
        const id = await webhooks.apply(action);
        await webhooks.whenIs(id, status);
        ids.push(id);
      }
      const { call_id } = await webhooks.get(ids.at(-1)!);
      const { contact_id } = await workspace.api.endCall(call_id, 'answered');
      await workspace.api.eraseContact(contact_id);
    }
    await until('the erasures are completed', erasuresAreCompleted);
    return ids[0]!;
  }

  async function erasuresAreCompleted(): Promise<boolean> {
    const types = (await service.log.after(START)).map(({ type }) => type);
    const count = (name: string): number => types.filter((type) => type === name).length;
    return count('ContactErasureCompleted') === count('ContactErased');
  }

  /** Redelivers it and waits for the delivery; returns its id. */
  async function deliveredAgain(): Promise<string> {
    const client = service.client(token);
    const id = await redeliver(client, delivered);
    const status = async () => (await client.read<{ delivery: Delivery }>(`/webhook-deliveries/${id}`)).delivery.status;
    await until('it is delivered', async () => (await status()) === 'delivered');
    return id;
  }

  async function dumpsAround(loss: () => void): Promise<readonly [Dump, Dump]> {
    const hour = Math.floor(Date.now() / HOUR_MS);
    const before = await dump(service, workspaceId, token);
    await service.stop();
    // A checkpoint moves the write-ahead log into the file, so that deleting the file deletes everything.
    new Database(rows).close();
    loss();
    await start();
    const after = await dump(service, workspaceId, token);
    // Page tokens contain the hour of their expiry: both dumps must be made in the same hour.
    return hour === Math.floor(Date.now() / HOUR_MS) ? [before, after] : dumpsAround(loss);
  }

  it.each<[string, () => void]>([
    ['deleted', () => ['', '-wal', '-shm'].forEach((suffix) => rmSync(`${rows}${suffix}`, { force: true }))],
    ['overwritten', () => writeFileSync(rows, 'these are no rows, '.repeat(3_000))],
    ['spoilt at its beginning', () => writeFileSync(rows, readFileSync(rows).fill(0xa5, 0, 2_000))],
  ])(
    '%s: every page of every GET has the same bytes, the log is unchanged, no webhook is sent again',
    async (_how, lose) => {
      const sent = target.received.length;
      const log = await wholeLog(deployment);
      expect(existsSync(rows)).toBe(true);
      const [before, after] = await dumpsAround(lose);
      expect(before.size).toBeGreaterThan(PAGES);
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [path, bytes] of before) expect(after.get(path)).toBe(bytes);
      expect(await wholeLog(deployment)).toEqual(log);
      // Deliveries are sent in the order of their due time: once this one is sent, any other that was due was sent
      // before.
      const id = await deliveredAgain();
      expect(target.received.slice(sent).map(({ headers }) => headers['webhook-id'])).toEqual([id]);
    },
    RUN_MS,
  );

  it('takes writes afterwards', async () => {
    const api = new Api(service.client(token));
    const list = await api.createList();
    expect(await api.list(list.smart_list_id)).toEqual(list);
  });
});
