import { setTimeout } from 'node:timers/promises';
import type { Position } from '#kernel';
import { success } from '../support/client.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import { type Deployment, pairUnderTest } from '../support/deployments/deployment.js';
import { Random, seedOfThisRun } from '../support/random.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import type { Call } from '../support/types.js';
import { until } from '../support/until.js';
import { type Delivery, shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';
import { makePeople, type Person, tracesIn } from './support/people.js';

/*
 * Goal: an erased person's phone and name stand nowhere in what is stored, whatever happens meanwhile
 * (docs/reference/personal-data.md#the-blank-on-the-disk).
 * Method: every file of the data directory, or every event and document, is searched byte by byte.
 */

const KILLS = Number(process.env['CRASH_KILLS'] ?? 3);
const PEOPLE = 10;
/** Events of the erasure of people who have a call and a delivery that is retried. */
const EVENTS = 6 * PEOPLE;
/** Milliseconds after the last event within which the file is compacted: a kill may fall into that. */
const COMPACTED_MS = 1_500;
/** Milliseconds until traces are gone: a pause of 1,000 times the last compaction may come before. */
const GONE_MS = 300_000;
const LOOK_MS = 200;
const RUN_MS = 300_000 + 30_000 * KILLS;

describe('what is stored after erasures', () => {
  const receiver = shareReceivers();
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let action: string;

  const start = async (): Promise<void> => {
    service = await startService({ deployment, env: toReceiversHere() });
  };
  beforeAll(async () => {
    deployment = await deploymentOnDisk();
    await start();
    workspace = await TestWorkspace.make(service);
    // The receiver repeats the phone in its response, and is to get the message again.
    const { url } = await receiver((request, response) => response.writeHead(503).end(request.body));
    action = await new Webhooks(workspace).action(url);
  });
  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  const restart = async (): Promise<void> => {
    await start();
    workspace = workspace.through(service);
  };
  /** People of whom all is stored, responses of receivers included. */
  const people = async (): Promise<readonly Person[]> => {
    const made = await makePeople(workspace, action, PEOPLE);
    const webhooks = new Webhooks(workspace);
    await Promise.all(made.map(({ deliveryId }) => webhooks.whenIs(deliveryId, 'retrying')));
    expect(tracesIn(await deployment.storedBytes(), made)).toHaveLength(2 * PEOPLE);
    return made;
  };
  const erase = (erased: readonly Person[]) =>
    workspace.client.post(
      '/contacts/batch-erase',
      { contact_ids: erased.map(({ contactId }) => contactId) },
      { 'idempotency-key': erased[0]!.contactId },
    );
  /** The events of erasures behind a position; attempts to deliver go on meanwhile. */
  const erasing = async (head: Position) =>
    (await service.log.after(head)).filter(({ type }) => /Erased|Erasure|Deleted|Cancelled/.test(type));
  /** What is read of the calls and deliveries of people. */
  const shown = (all: readonly Person[]) =>
    Promise.all(
      all.map(async ({ callId, deliveryId }) => {
        const { call } = await workspace.client.read<{ call: Call }>(`/calls/${callId}`);
        const { client } = workspace;
        return { call, ...(await client.read<{ delivery: Delivery }>(`/webhook-deliveries/${deliveryId}`)) };
      }),
    );
  const whenGone = async (erased: readonly Person[]): Promise<void> => {
    const isErased = async () =>
      (await shown(erased)).every(({ call, delivery }) => call.phone === null && delivery.erased_at !== null);
    await until('every call and delivery is erased', isErased);
    const begun = performance.now();
    let traces: readonly string[] = [];
    const isGone = async () => {
      await setTimeout(LOOK_MS);
      traces = tracesIn(await deployment.storedBytes(), erased);
      return traces.length === 0;
    };
    await until('no trace is left', isGone, GONE_MS).catch((error: unknown) => {
      throw new Error(`left: ${traces.join(', ')}`, { cause: error });
    });
    process.stderr.write(`gone within ${Math.round(performance.now() - begun)} ms\n`);
  };

  it(
    'has no trace of the erased, though nothing is written that would take the place of the bytes',
    async () => {
      const [erased, kept] = [await people(), await people()];
      success(await erase(erased), 200);
      await whenGone(erased);
      expect(tracesIn(await deployment.storedBytes(), kept)).toHaveLength(2 * kept.length);
    },
    RUN_MS,
  );

  it(
    'has no trace of the erased, and all of the rest, while other contacts are imported and called',
    async () => {
      const erased = await people();
      let loads = true;
      const others: Person[] = [];
      const load = async (): Promise<void> => {
        while (loads) others.push(...(await makePeople(workspace, action, 3)));
      };
      const loading = Promise.all([load(), load()]);
      success(await erase(erased), 200);
      await whenGone(erased);
      loads = false;
      await loading;
      const stored = await deployment.storedBytes();
      expect(tracesIn(stored, erased)).toEqual([]);
      expect(tracesIn(stored, others)).toHaveLength(2 * others.length);
    },
    RUN_MS,
  );

  it(
    `has none after ${KILLS} kills in the midst of erasures, and after the rows are made anew`,
    async () => {
      const random = new Random(seedOfThisRun());
      const all: Person[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const fresh = await people();
        all.push(...fresh);
        const head = await service.log.head();
        const answered = erase(fresh).catch(() => undefined);
        const events = Math.min(EVENTS, 1 + random.below(2 * EVENTS));
        await until(`${events} events`, async () => (await erasing(head)).length >= events);
        if (events === EVENTS) await setTimeout(random.below(COMPACTED_MS));
        await service.kill();
        await answered;
        await restart();
        await whenGone(fresh);
      }
      const before = await shown(all);
      await service.stop();
      expect(tracesIn(await deployment.storedBytes(), all)).toEqual([]);
      await deployment.deleteReadModel();
      await restart();
      expect(await shown(all)).toEqual(before);
      await whenGone(all);
    },
    RUN_MS,
  );
});

/** Also the event store of the distributed pair has files that can be searched. */
async function deploymentOnDisk(): Promise<Deployment> {
  if (pairUnderTest() === 'embedded') return createDeployment();
  // Imported on demand: tests of the embedded pair do not load drivers and doubles that they do not use.
  const { DistributedDeployment } = await import('../support/deployments/distributed.js');
  const { EventStoreProcess } = await import('../support/engines/event-store-process.js');
  const eventStore = await EventStoreProcess.start();
  return DistributedDeployment.make({ eventStore, eventStoreDirectory: eventStore.directory });
}
