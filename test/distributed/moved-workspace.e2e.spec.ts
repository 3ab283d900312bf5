import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { describeWithBash, linesOf, Terminal, type Typed } from '../docs/support/typed-commands.js';
import { EventStoreDouble } from '../doubles/eventstoredb/event-store-double.js';
import { describeWithMongoServer, mongoServer, type MongoServerHandle } from '../doubles/mongodb/server.js';
import { byId } from '../support/api.js';
import { type Client, success } from '../support/client.js';
import { temporaryDirectory } from '../support/deployments/deployment.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { withDatabase } from '../support/engines/mongodb-url.js';
import { expectProblem } from '../support/problem.js';
import { ADMIN_TOKEN, READY_MS, type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';

/*
 * Goal: docs/how-to/move-a-workspace.md can be typed as it stands; the workspace has every answer in the other service,
 * which has acted on nothing of it before, and the other workspaces of both services work on.
 * Method: a service on SQLite and one on stand-ins of the servers run beside each other. The lines of the page are
 * typed by bash in their order while a client writes.
 */

const PAGE = 'docs/how-to/move-a-workspace.md';
const RUN_MS = 240_000;
/** Longer than it takes to pause the writes behind the first attempt. */
const RETRY_AFTER_S = '20';
const READS = ['/contacts?page_size=200', '/smart-lists', '/calls?page_size=200', '/phone-system/outcomes'];

describeWithBash('the steps of the page on moving a workspace', () => {
  describeWithMongoServer('typed in their order', () => {
    const receiver = shareReceivers();
    const directory = temporaryDirectory();
    const files = new EmbeddedDeployment(join(directory, 'data'));
    let mongo: MongoServerHandle;
    let servers: DistributedDeployment;
    let keysUrl: string;
    let here: Service;
    let there: Service;
    let lines: readonly string[];

    beforeAll(async () => {
      mongo = await mongoServer();
      const eventStore = await EventStoreDouble.start();
      keysUrl = withDatabase(mongo.url, `test_moved_${process.pid}_${randomUUID().slice(0, 8)}`);
      const env = toReceiversHere();
      here = await startService({ deployment: files, env });
      const own = Buffer.alloc(32, 9).toString('base64');
      const secretsKey = `${own},${readFileSync(join(files.dataDir, 'secrets.key'), 'utf8').trim()}`;
      servers = await DistributedDeployment.make({ eventStore, personalKeysUrl: keysUrl, secretsKey });
      there = await startService({ deployment: servers, env });
      lines = await linesOf(PAGE);
    }, READY_MS);
    afterAll(async () => {
      await Promise.all([here, there].map((service) => service?.stop()));
      await servers?.remove();
      const client = await MongoClient.connect(keysUrl);
      await client.db().dropDatabase();
      await client.close();
      await mongo.stop();
      rmSync(directory, { recursive: true });
    }, RUN_MS);

    const answersOf = (client: Client): Promise<readonly unknown[]> =>
      Promise.all(READS.map(async (path) => [path, success(await client.get(path), 200)]));

    it(
      'take everything along, while both services work on',
      async () => {
        let isWell = false;
        const { url, received } = await receiver(
          (_request, response) => void response.writeHead(isWell ? 200 : 503, { 'retry-after': RETRY_AFTER_S }).end(),
        );
        const workspace = await TestWorkspace.make(here);
        const [stays, lives] = [await TestWorkspace.make(here), await TestWorkspace.make(there)];
        const [erased, ...contacts] = await workspace.contacts(30);
        const list = await workspace.api.createList({ name: 'Floor' });
        await workspace.api.addMembers(list.smart_list_id, contacts.map(byId));
        const call = await workspace.call();
        const webhooks = new Webhooks(workspace);
        const action = await webhooks.action(url);
        success(await workspace.client.post(`/contacts/${erased!.contact_id}/erase`), 200);

        const environment = { ...files.env, ADMIN_TOKEN, WORKSPACE: workspace.id };
        const terminal = new Terminal(directory, environment);
        mkdirSync(join(directory, 'there'));
        const otherTerminal = new Terminal(join(directory, 'there'), servers.env);
        const typed = (at = terminal): Promise<Typed> => {
          const [line, ...rest] = lines;
          lines = rest;
          return at.type(
            line!
              .replaceAll('esdb://127.0.0.1:2113?tls=false', servers.env['EVENTSTORE_URL']!)
              .replaceAll('mongodb://127.0.0.1:27017/smart_lists_keys', keysUrl)
              .replaceAll('http://127.0.0.1:3000', `http://127.0.0.1:${here.port}`)
              .replaceAll('http://127.0.0.1:3001', `http://127.0.0.1:${there.port}`)
              .replaceAll('Harbour Sales', 'Test'),
          );
        };
        const path = `/admin/workspaces/${workspace.id}`;
        // Asked too early: what the process keeps of it must not hide the arrival.
        expectProblem(await there.admin.patch(path, { writes_paused: false }), 'not_found');
        const copied = typed();
        await until('the workspace arrives', async () => (await there.admin.get(path)).status === 200);
        // It goes on with what is written meanwhile; nothing acts on it in the other service.
        await workspace.contacts(5);
        const key = {
          method: 'POST',
          path: '/smart-lists',
          json: { name: 'Late' },
          headers: { 'idempotency-key': 'k' },
        };
        success(await workspace.client.send(key), 201);
        const moved = workspace.through(there);
        await until('its key is there', async () => (await moved.client.get('/contacts')).status !== 401);
        expectProblem(await moved.client.get('/contacts'), 'unavailable');
        expectProblem(await there.admin.patch(path, { name: 'Other' }), 'unavailable');
        expectProblem(await there.admin.patch(path, { writes_paused: false }), 'resource_conflict');
        // The page says not to; its keys are left as they are all the same.
        const resealed = success<{ workspaces_waiting: number }>(await there.admin.post('/admin/secrets/reseal'), 200);
        expect(resealed.workspaces_waiting).toBe(1);
        await lives.contacts(1);

        const verified = await typed(otherTerminal);
        expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('all of them fit')]);

        const delivery = await webhooks.apply(action);
        await webhooks.whenIs(delivery, 'retrying');
        expect((await typed()).code).toBe(0);
        const sent = received.length;
        expectProblem(await workspace.client.post('/smart-lists', { name: 'No' }), 'unavailable');
        const { code, out, err } = await copied;
        expect([code, err]).toEqual([0, expect.stringContaining('Pause its writes now')]);
        expect(out).toMatch(/^\d+ events are there, \d+ of them copied now/);
        const before = await answersOf(workspace.client);
        isWell = true;
        expect(received).toHaveLength(sent);

        expect(await typed()).toMatchObject({ code: 0, err: '' });
        expect(await answersOf(moved.client)).toEqual(before);
        const again = await moved.client.send(key);
        expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
        success(await moved.client.post(`/calls/${call.call_id}/end`, { result: 'answered' }), 200);
        await new Webhooks(moved).whenIs(delivery, 'delivered', 2);
        await moved.contacts(3);
        expectProblem(await workspace.client.post('/smart-lists', { name: 'No' }), 'unavailable');

        expect((await typed()).code).toBe(0);
        expectProblem(await workspace.client.get('/contacts'), 'unauthorized');
        expect(await typed()).toMatchObject({ code: 0 });
        expect(lines).toEqual([]);
        await stays.contacts(1);
        await lives.contacts(1);
        await moved.contacts(1);
      },
      RUN_MS,
    );
  });
});
