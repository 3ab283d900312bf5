import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
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
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { TestWorkspace } from '../support/workspace.js';

/*
 * Goal: docs/how-to/outgrow-one-machine.md can be typed as it stands; every answer is the same on the copy, and on the
 * copy of the copy.
 * Method: a service with data runs on SQLite. The lines of the page are typed by bash in their order, with the URLs of
 * stand-ins, and services are started and stopped where the page says so. Reads are compared answer by answer.
 */

const PAGE = 'docs/how-to/outgrow-one-machine.md';
const RUN_MS = 240_000;
/** Tokens of GET /events are asked of the copy. */
const INDEXED = { EVENTS_INDEX: 'on' };
const READS = [
  '/contacts?page_size=200',
  '/smart-lists',
  '/calls?page_size=200',
  '/phone-system/outcomes',
  '/webhook-deliveries',
];

describeWithBash('the steps of the page on outgrowing one machine', () => {
  describeWithMongoServer('typed in their order', () => {
    const directory = temporaryDirectory();
    const files = new EmbeddedDeployment(join(directory, 'data'));
    const back = new EmbeddedDeployment(join(directory, 'back'));
    let mongo: MongoServerHandle;
    let eventStore: EventStoreDouble;
    let servers: DistributedDeployment | undefined;
    let service: Service | undefined;
    let terminal: Terminal;
    let lines: readonly string[];
    /** What the shell has exported so far. */
    const exported: string[] = [];
    let keysUrl: string;

    beforeAll(async () => {
      mongo = await mongoServer();
      eventStore = await EventStoreDouble.start();
      keysUrl = withDatabase(mongo.url, `test_copied_${process.pid}_${randomUUID().slice(0, 8)}`);
      terminal = new Terminal(directory, { ...files.env });
      lines = await linesOf(PAGE);
    }, RUN_MS);
    afterAll(async () => {
      await service?.stop();
      await (servers ? servers.remove() : eventStore.stop());
      const client = await MongoClient.connect(keysUrl);
      await client.db().dropDatabase();
      await client.close();
      await mongo.stop();
      rmSync(directory, { recursive: true });
    }, RUN_MS);

    /** Types the next lines of the page, up to and with the first one that runs a command. */
    async function typed(): Promise<Typed> {
      for (;;) {
        const [line, ...rest] = lines;
        lines = rest;
        const replaced = line!
          .replaceAll('esdb://127.0.0.1:2113?tls=false', eventStore.url)
          .replaceAll('mongodb://127.0.0.1:27017/smart_lists_keys', keysUrl)
          .replaceAll('mongodb://127.0.0.1:27017/smart_lists', servers?.env['READMODEL_URL'] ?? '');
        if (!/^(?:export|unset) /.test(replaced)) return terminal.type([...exported, replaced].join(' && '));
        exported.push(replaced);
      }
    }

    const answersOf = (client: Client): Promise<readonly unknown[]> =>
      Promise.all(READS.map(async (path) => [path, success(await client.get(path), 200)]));

    it(
      'take every answer along, there and back',
      async () => {
        service = await startService({ deployment: files, env: INDEXED });
        const workspace = await TestWorkspace.make(service);
        const [erased, ...contacts] = await workspace.contacts(30);
        const list = await workspace.api.createList({ name: 'Floor' });
        await workspace.api.addMembers(list.smart_list_id, contacts.map(byId));
        await workspace.call();
        await workspace.client.delete(`/contacts/${erased!.contact_id}`);
        const first = await typed();
        expect([first.code, first.out]).toEqual([
          0,
          expect.stringMatching(/^\d+ events are there, \d+ of them copied/),
        ]);

        await workspace.contacts(5);
        const events = await workspace.client.get('/events');
        const { next_page_token: tail } = success<{ next_page_token: string }>(events, 200);
        const before = await answersOf(workspace.client);
        await service.stop();
        const last = await typed();
        const digest = /^Digest (\d+:\S+)$/m.exec(last.out)![1]!;
        expect(last.out).toMatch(/^\d+ events are there, [1-9]\d* of them copied now and \d+ there before\.$/m);

        const secretsKey = (await terminal.type([...exported, 'printf %s "$SECRETS_KEY"'].join(' && '))).out;
        servers = await DistributedDeployment.make({ eventStore, personalKeysUrl: keysUrl, secretsKey });
        const verified = await typed();
        expect([verified.code, verified.out]).toEqual([0, expect.stringContaining(`Digest ${digest}`)]);

        service = await startService({ deployment: servers, env: INDEXED });
        const moved = workspace.through(service);
        expect(await answersOf(moved.client)).toEqual(before);
        const follow = () => moved.client.get(`/events?page_token=${tail}`);
        // While the index of events is empty, nothing is known of its positions.
        await until('the index of events has begun', async () => (await follow()).status !== 200);
        expectProblem(await follow(), 'invalid_page_token');
        await moved.contacts(3);
        const later = await answersOf(moved.client);
        await service.stop();
        const returned = await typed();
        const checked = await typed();
        expect([returned.code, checked.code, lines]).toEqual([0, 0, []]);
        expect(returned.out).toContain(/^Digest \S+$/m.exec(checked.out)![0]);

        service = await startService({ deployment: back, env: { ...INDEXED, SECRETS_KEY: secretsKey } });
        const home = workspace.through(service);
        expect(await answersOf(home.client)).toEqual(later);
        await home.contacts(1);
      },
      RUN_MS,
    );
  });
});
