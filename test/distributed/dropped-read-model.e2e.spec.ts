import { MongoClient } from 'mongodb';
import { Random, seedOfThisRun } from '../support/random.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { Api, byId } from '../support/api.js';
import type { Client } from '../support/client.js';
import { type Answer, Http } from '../support/http.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';
import { TestWorkspace } from '../support/workspace.js';
import { Load } from './support/load.js';
import { expectUnavailable, PatientClient } from './support/patient-client.js';
import { expectRowsOfLog } from './support/rebuilt-rows.js';

const RUN_MS = 180_000;
const REBUILT_MS = 60_000;
const CONTACTS = 400;
/** Number of times that the read model is dropped under writes. */
const DROPS = 4;
const WRITES_BETWEEN_DROPS = 40;
const DISPATCHED_BETWEEN_DROPS = 50;
/** Concurrent writers per process. */
const LANES = 4;

describeWithMongoServer('a read model that is dropped under running processes', () => {
  it(
    'routes with a key answer 503 until rows and indexes are rebuilt; a process started meanwhile becomes ready',
    async () => {
      const deployment = await DistributedDeployment.make();
      const projector = await startService({ deployment, env: { ROLES: 'projections' } });
      const api = await startService({ deployment, env: { ROLES: 'api' } });
      const workspace = await TestWorkspace.make(api);
      const { smart_list_id: id } = await workspace.api.createList();
      const contacts = await workspace.contacts(CONTACTS);
      await workspace.api.addMembers(id, contacts.slice(0, 50).map(byId));
      const paths = [
        `/smart-lists/${id}`,
        `/smart-lists/${id}/members`,
        '/contacts',
        `/contacts/${contacts[0]!.contact_id}`,
      ];
      const right = await seen(workspace.client, paths);
      const indexes = await indexesOf(deployment);
      expect(indexes.length).toBeGreaterThan(10);

      await deployment.deleteReadModel();
      const later = startService({ deployment, env: { ROLES: 'api' } });
      await until(
        'all reads are answered again',
        async () => {
          const answers = await answersOf(workspace.client, paths);
          for (const [at, answer] of answers.entries()) {
            if (answer.status === 503) expectUnavailable(answer);
            else expect({ path: paths[at], body: textOf(answer) }).toEqual({ path: paths[at], body: right[at] });
          }
          return same(answers, right);
        },
        REBUILT_MS,
      );

      const third = await later;
      expect(await seen(third.client(workspace.client.token), paths)).toEqual(right);
      expect((await workspace.api.createList()).version).toBe(1);
      expect(await indexesOf(deployment)).toEqual(indexes);
      await until('the rows have the last write', async () => (await workspace.api.lists()).length === 2);
      await expectRowsOfLog(deployment);
      for (const service of [third, api, projector]) await service.stop();
      await deployment.remove();
    },
    RUN_MS,
  );

  describe('under writes', () => {
    let deployment: DistributedDeployment;
    let apis: readonly Service[];
    let projector: Service;

    beforeEach(async () => {
      deployment = await DistributedDeployment.make();
      projector = await startService({ deployment, env: { ROLES: 'projections' } });
      const api = () => startService({ deployment, env: { ROLES: 'api' } });
      apis = [await api(), await api()];
    }, RUN_MS);
    afterEach(async () => {
      for (const service of [...apis, projector]) await service.stop();
      await deployment.remove();
    }, RUN_MS);

    // The clients repeat writes that are answered with 503 under their Idempotency-Key; any other refusal, also 401 and
    // 404, fails the test.
    it(
      'each write takes effect once, and no valid key is refused',
      async () => {
        const load = await Load.on(deployment, apis, new Random(seedOfThisRun()), LANES);
        load.start();
        for (let drop = 0; drop < DROPS; drop += 1) {
          await load.acknowledged(WRITES_BETWEEN_DROPS);
          await deployment.deleteReadModel();
        }
        await load.acknowledged(WRITES_BETWEEN_DROPS);
        await load.stop();
        await load.expectNothingLostOrTwice();
      },
      2 * RUN_MS,
    );

    it(
      'no contact is dialed more often than its list allows',
      async () => {
        const workspace = await TestWorkspace.make(apis[0]!);
        const { smart_list_id: id } = await workspace.api.createList({ max_attempts_total: 1 });
        const contacts = await workspace.contacts(CONTACTS);
        for (let begin = 0; begin < CONTACTS; begin += 100)
          await workspace.api.addMembers(id, contacts.slice(begin, begin + 100).map(byId));
        const dialer = new Dialer(apis, workspace.client.token!);
        dialer.start();
        for (let drop = 0; drop < DROPS; drop += 1) {
          await dialer.dispatched(DISPATCHED_BETWEEN_DROPS);
          await deployment.deleteReadModel();
        }
        await dialer.dispatched(CONTACTS);
        await dialer.stop();
        expect(dialer.contacts.toSorted()).toEqual(contacts.map(({ contact_id }) => contact_id).toSorted());
        await expectRowsOfLog(deployment);
      },
      2 * RUN_MS,
    );
  });
});

/** Dials through two processes at once, one request after the other in each, and records the contacts. */
class Dialer {
  /** Every dispatched contact, as often as it was dispatched. */
  readonly contacts: string[] = [];
  private goesOn = false;
  private dialing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly services: readonly Service[],
    private readonly token: string,
  ) {}

  start(): void {
    this.goesOn = true;
    this.dialing = Promise.all(this.services.map((service) => this.dial(service)));
    this.dialing.catch(() => (this.goesOn = false));
  }

  /** Waits until `more` further contacts were dispatched, or all of them. */
  async dispatched(more: number): Promise<void> {
    const target = Math.min(this.contacts.length + more, CONTACTS);
    await until(`${more} more are dispatched`, () => this.contacts.length >= target || !this.goesOn, RUN_MS);
    if (!this.goesOn) await this.dialing;
  }

  async stop(): Promise<void> {
    this.goesOn = false;
    await this.dialing;
  }

  private async dial({ port, contract }: Service): Promise<void> {
    const api = new Api(new PatientClient(new Http(port), contract, this.token));
    while (this.goesOn) this.contacts.push(...(await api.next()).map(({ contact_id }) => contact_id));
  }
}

function answersOf(client: Client, paths: readonly string[]): Promise<readonly Answer[]> {
  return Promise.all(paths.map((path) => client.get(path)));
}

const textOf = ({ bytes }: Answer): string => bytes.toString();

async function seen(client: Client, paths: readonly string[]): Promise<readonly string[]> {
  const answers = await answersOf(client, paths);
  for (const { status } of answers) expect(status).toBe(200);
  return answers.map(textOf);
}

function same(answers: readonly Answer[], right: readonly string[]): boolean {
  return answers.every((answer, at) => answer.status === 200 && textOf(answer) === right[at]);
}

/**
 * Every index of the database: collection without its set, name and keys. Without leases, which a copy has once a
 * process has taken one.
 */
async function indexesOf(deployment: DistributedDeployment): Promise<readonly string[]> {
  const client = await MongoClient.connect(deployment.env['READMODEL_URL']!);
  try {
    const found = await client.db().collections();
    const collections = found.filter(({ collectionName }) => !collectionName.startsWith('_leases.'));
    const all = collections.map(async (collection) => {
      const withoutSet = collection.collectionName.replace(/\.[0-9a-f]{8}(?=\.)/, '');
      return (await collection.indexes()).map(({ name, key }) => `${withoutSet} ${name} ${JSON.stringify(key)}`);
    });
    return (await Promise.all(all)).flat().sort();
  } finally {
    await client.close();
  }
}
