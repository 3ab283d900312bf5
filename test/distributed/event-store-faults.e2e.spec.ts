import { Random, seedOfThisRun } from '../support/random.js';
import { EventStoreDouble } from '../doubles/eventstoredb/event-store-double.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { nextName } from '../support/api.js';
import { describeOnDouble } from '../support/double-only.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { EventStoreProcess } from '../support/engines/event-store-process.js';
import { untilReady, untilRed } from './support/health.js';
import { Load } from './support/load.js';
import { expectUnavailable } from './support/patient-client.js';

const RUN_MS = 400_000;
const ROUNDS = 3;

describeWithMongoServer('the event store of a distributed pair', () => {
  const random = new Random(seedOfThisRun());
  let deployment: DistributedDeployment;
  let service: Service;
  let workspace: TestWorkspace;

  async function startOn(eventStore: EventStoreProcess | EventStoreDouble): Promise<Load> {
    deployment = await DistributedDeployment.make({ eventStore });
    service = await startService({ deployment });
    workspace = await TestWorkspace.make(service);
    return Load.on(deployment, [service], random);
  }

  afterEach(async () => {
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  /** Expects writes to get 503 with Retry-After, and reads to be answered. */
  async function expectOnlyReads(known: string): Promise<void> {
    expectUnavailable(await workspace.client.post('/smart-lists', { name: nextName() }));
    expect((await workspace.client.get(known)).status).toBe(200);
  }

  /**
   * Causes faults under load. Health must report them, the service must recover without an intervention, and no write
   * may be lost or repeated.
   * @param faults receives the checks to await while the store is away: red health, refused writes, answered reads
   */
  async function expectEndured(
    faults: (store: EventStoreProcess, load: Load, whileAway: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const store = await EventStoreProcess.start();
    const load = await startOn(store);
    const { smart_list_id: id } = await workspace.api.createList();
    load.start();
    await faults(store, load, async () => {
      await untilRed(service, 'event_store');
      await expectOnlyReads(`/smart-lists/${id}`);
    });
    await load.acknowledged(40);
    await load.stop();
    await load.expectNothingLostOrTwice();
  }

  it(
    'killed and restarted under load: no write is lost or repeated',
    async () => {
      await expectEndured(async (store, load, whileAway) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          await load.acknowledged(40 + random.below(40));
          await store.goAway();
          await whileAway();
          await store.comeBack();
          await untilReady(service);
        }
      });
    },
    RUN_MS,
  );

  it(
    'hangs: 503 with Retry-After and red health until it answers again',
    async () => {
      await expectEndured(async (store, load, whileAway) => {
        await load.acknowledged(40);
        store.hang();
        await whileAway();
        store.resume();
        await untilReady(service);
      });
    },
    RUN_MS,
  );

  describeOnDouble('EventStoreDB', 'on command', () => {
    it(
      'drops subscriptions repeatedly: the rows still follow the log',
      async () => {
        const store = await EventStoreDouble.start();
        const load = await startOn(store);
        load.start();
        for (let burst = 0; burst < 10; burst += 1) {
          await load.acknowledged(5 + random.below(10));
          for (let drop = 0; drop < 5; drop += 1) {
            store.dropSubscriptions();
            await store.whenSubscribed(1);
          }
        }
        await load.acknowledged(20);
        await load.stop();
        await untilReady(service);
        await load.expectNothingLostOrTwice();
      },
      RUN_MS,
    );

    it(
      'loses answers, after the append or before it: each write has one effect',
      async () => {
        const store = await EventStoreDouble.start();
        const load = await startOn(store);
        load.start();
        for (let round = 0; round < 20; round += 1) {
          await load.acknowledged(1 + random.below(10));
          if (round % 2 === 0) store.loseAnswers(1 + random.below(2));
          else store.cutAppends(1 + random.below(2));
        }
        await load.acknowledged(40);
        await load.stop();
        await load.expectNothingLostOrTwice();
      },
      RUN_MS,
    );
  });
});
