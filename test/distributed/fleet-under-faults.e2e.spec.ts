import { readWorkspace } from '../crash/load/expected-state.js';
import { LoadWriter } from '../crash/load/load-writer.js';
import { expectSoundLog, recordedKeys, wholeLog } from '../crash/support/whole-log.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { violations } from '../simulation/promises/replay.js';
import { RULES } from '../simulation/promises/rules/index.js';
import { Api, byId, nextName } from '../support/api.js';
import { caughtUp } from '../support/caught-up.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import type { LoggedEvent } from '../support/log.js';
import { Random, seedOfThisRun } from '../support/random.js';
import { until } from '../support/until.js';
import { type Receiver, shareReceivers, toReceiversHere } from '../support/webhooks.js';
import { nextPhone, TestWorkspace } from '../support/workspace.js';
import { Fleet } from './support/fleet.js';
import { FleetClient } from './support/fleet-client.js';
import { FleetTroubles } from './support/fleet-troubles.js';
import { opened } from './support/opened-log.js';
import { RacingDialers } from './support/racing-dialers.js';
import { expectRowsOfLog } from './support/rebuilt-rows.js';

/*
 * Goal: a fleet of six processes loses no acknowledged write, dials nobody twice at a time and sends no message for
 * nothing, whatever happens to one process after the other.
 * Method: clients that know what they were answered write, import, dial and apply outcomes through all processes. Each
 * kind of trouble happens to a random process; it lasts until its turns are held by another one. In the end the log is
 * read from the store and held against the rules of the simulation, and the rows against a fresh fold of it.
 */

const RUN_MS = 900_000;
const ROLES = ['api,projections', 'api,workers', 'api', 'projections', 'workers', 'all'];
const MEMBERS = 400;
/** Answers that clients get during each trouble, and after it. */
const ANSWERS = 25;
/** Longer than all troubles: no call is lost because its dialer was not answered. */
const SETTINGS = { lease_seconds: 3_600, wrap_up_seconds: 3_600 };

describeWithMongoServer('six processes to which one thing after the other happens', () => {
  const receiver = shareReceivers();
  const random = new Random(seedOfThisRun());
  let target: Receiver & { readonly url: string };
  let deployment: DistributedDeployment;
  let fleet: Fleet;
  let workspace: TestWorkspace;
  /** What load writers find in their workspace is theirs alone. */
  let ofWriters: TestWorkspace;
  /** The answers to all clients so far. */
  let answers = 0;
  let goesOn = true;

  beforeAll(async () => {
    target = await receiver((_request, response) => void response.writeHead(204).end());
    deployment = await DistributedDeployment.make();
    fleet = await Fleet.start(deployment, ROLES, toReceiversHere());
    workspace = await TestWorkspace.make(fleet.serving[0]!, SETTINGS);
    ofWriters = await TestWorkspace.make(fleet.serving[0]!);
  }, RUN_MS);
  afterAll(async () => {
    await fleet?.remove();
    await deployment?.remove();
  }, RUN_MS);

  const client = (of = workspace): FleetClient =>
    new FleetClient(fleet, new Random(random.below(2 ** 31)), of.client.token!);

  /** Imports contacts and adds them to a list; returns the batches that were acknowledged. */
  async function imports(api: Api, listId: string): Promise<number> {
    let members = 0;
    while (goesOn) {
      const { contacts } = await api.importContacts(Array.from({ length: 20 }, () => ({ phone: nextPhone() })));
      const { inserted } = await api.addMembers(listId, contacts.map(byId));
      expect(inserted).toBe(20);
      members += inserted;
      answers += 2;
    }
    return members;
  }

  /** Applies an action to calls; returns the ids of the messages that were acknowledged. */
  async function applies(api: Api, outcomeId: string): Promise<readonly string[]> {
    const [contact] = (await api.importContacts([{ phone: nextPhone() }])).contacts;
    const ids: string[] = [];
    while (goesOn) {
      const { call_id } = await api.registerCall(byId(contact!));
      const { delivery_id } = await api.applyOutcome(call_id, outcomeId);
      await api.endCall(call_id, 'answered');
      await api.client.post(`/calls/${call_id}/complete`);
      ids.push(delivery_id!);
      answers += 4;
    }
    return ids;
  }

  /** Makes lists and reads them through other processes; an answer without Projection-Lag is seen by all of them. */
  async function reads(api: Api): Promise<number> {
    let seen = 0;
    while (goesOn) {
      const made = await api.client.post('/smart-lists', { name: nextName('Seen by every process') });
      expect(made.status).toBe(201);
      answers += 1;
      if (made.headers['projection-lag'] !== undefined) continue;
      const path = made.headers.location!;
      const read = await api.client.get(path);
      expect([read.status, read.bytes.toString()]).toEqual([200, made.bytes.toString()]);
      expect((await api.client.delete(path)).status).toBe(200);
      seen += 1;
      answers += 2;
    }
    return seen;
  }

  it(
    'no acknowledged write is lost, nobody is dialed twice at a time, and each message is recorded once',
    async () => {
      const api = new Api(client());
      const dialed = await api.createList({ max_attempts_per_day: 100, min_retry_seconds: 0 });
      const contacts = await workspace.contacts(MEMBERS);
      for (let at = 0; at < MEMBERS; at += 100) {
        await api.addMembers(dialed.smart_list_id, contacts.slice(at, at + 100).map(byId));
      }
      const imported = await api.createList();
      const hook = { outcome_name: 'Tell', outcome_type: 'action', webhook_url: target.url };
      const { outcome } = await api.createOutcome(hook);

      const writers = Array.from({ length: 4 }, (_, n) => new LoadWriter(n, new Random(random.below(2 ** 31))));
      const writerClients = writers.map(() => client(ofWriters));
      const dialers = new RacingDialers([client(), client()], ['ada', 'bob'], random);
      const clients = [client(), client(), client()] as const;
      const working = Promise.all([
        imports(new Api(clients[0]), imported.smart_list_id),
        applies(new Api(clients[1]), outcome.outcome_id),
        reads(new Api(clients[2])),
        ...writers.map((writer, n) =>
          writer.write(
            writerClients[n]!,
            () => goesOn,
            () => void (answers += 1),
          ),
        ),
      ] as const);
      working.catch(() => (goesOn = false));

      const troubles = new FleetTroubles(fleet, deployment, random);
      const progress = async (): Promise<void> => {
        const aim = answers + ANSWERS;
        const given = dialers.given.length + 2;
        await until(
          'clients are answered',
          () => !goesOn || (answers >= aim && dialers.given.length >= given),
          120_000,
        );
      };
      try {
        await troubles.all(progress);
      } finally {
        goesOn = false;
        process.stderr.write(`${troubles.story.join('\n')}\n`);
      }
      await dialers.stop();
      const [members, told, seen] = await working;

      const reader = fleet.serving[0]!.client(workspace.client.token);
      await caughtUp(reader);
      await caughtUp(fleet.serving[0]!.client(ofWriters.client.token));
      const view = await readWorkspace(fleet.serving[0]!.client(ofWriters.client.token));
      for (const writer of writers) writer.expectState(view);
      expect((await new Api(reader).list(imported.smart_list_id)).member_count).toBe(members);
      expect(seen).toBeGreaterThan(0);

      const delivered = async (): Promise<boolean> =>
        (await reader.walk<{ status: string }>('/webhook-deliveries', 'deliveries')).every(
          ({ status }) => status === 'delivered',
        );
      await until('every message is delivered', delivered, 120_000);
      const log = await wholeLog(deployment);
      expectSoundLog(log);
      expect(violations(await opened(deployment, log), RULES)).toEqual([]);
      expectMessages(log, told);
      const calls = dialers.given.map(({ call }) => call.call_id);
      expect(new Set(calls).size).toBe(calls.length);
      expect(idsOf(log, 'CallDispatched', 'call_id')).toEqual([...calls].sort());
      const keys = recordedKeys(log);
      expect(new Set(keys).size).toBe(keys.length);
      await expectRowsOfLog(deployment);
    },
    RUN_MS,
  );

  function expectMessages(log: readonly LoggedEvent[], told: readonly string[]): void {
    const requested = idsOf(log, 'DeliveryRequested', 'delivery_id');
    expect(requested).toEqual([...told].sort());
    expect(idsOf(log, 'DeliveryAttempted', 'delivery_id')).toEqual(requested);
    const received = new Set(target.received.map(({ headers }) => String(headers['webhook-id'])));
    expect([...received].sort()).toEqual(requested);
  }
});

function idsOf(log: readonly LoggedEvent[], type: string, field: string): readonly string[] {
  return log
    .filter((event) => event.type === type)
    .map(({ data }) => String(data[field]))
    .sort();
}
