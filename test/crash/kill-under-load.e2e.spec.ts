import { caughtUp } from '../support/caught-up.js';
import { Client } from '../support/client.js';
import { Http } from '../support/http.js';
import { makePlace } from '../support/places/make.js';
import { pairOfThisRun } from '../support/places/place.js';
import type { Place } from '../support/places/place.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { Lane } from './load/lane.js';
import { readWorkspace } from './load/picture.js';
import { Chance, seedOfThisRun } from './support/random.js';
import { expectSoundLog, recordedKeys, wholeLog } from './support/whole-log.js';

/** quality.md, Reliability. Five kills in a run of all tests; .ci/run asks for twenty. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 5);
const WORKSPACES = 2;
/** On the distributed pair as many as the stand-in for MongoDB, which has no indexes to speak of, can keep up with. */
const LANES_A_WORKSPACE = pairOfThisRun() === 'embedded' ? 48 : 6;
/** In flight, as the clients see it, at the moment of a kill. */
const UNANSWERED = (WORKSPACES * LANES_A_WORKSPACE) / 3;
/** As many as one agent opens connections: each write is on the wire at once. */
const LANES_A_CONNECTION_POOL = 64;

interface Tenant {
  readonly token: string;
  readonly lanes: readonly Lane[];
}

describe(`a service killed ${KILLS} times under load`, () => {
  const chance = new Chance(seedOfThisRun());
  let place: Place;
  let service: Service;
  const tenants: Tenant[] = [];
  const lanes = (): readonly Lane[] => tenants.flatMap((tenant) => tenant.lanes);
  const unanswered = (): readonly Lane[] => lanes().filter((lane) => lane.unanswered !== undefined);

  beforeAll(async () => {
    place = await makePlace();
    service = await startService({ place });
    for (let tenant = 0; tenant < WORKSPACES; tenant += 1) {
      const workspace = await TestWorkspace.make(service);
      const numbers = Array.from({ length: LANES_A_WORKSPACE }, (_, at) => tenant * LANES_A_WORKSPACE + at);
      tenants.push({ token: workspace.client.token!, lanes: numbers.map((number) => new Lane(number, chance)) });
    }
  }, 60_000);

  afterAll(async () => {
    await service?.kill();
    await place?.remove();
  });

  /** Lets all lanes write, and kills the service at a moment that nothing of it foretells. */
  async function writeUntilKilled(): Promise<void> {
    const pools = Array.from(
      { length: Math.ceil(lanes().length / LANES_A_CONNECTION_POOL) },
      () => new Http(service.port),
    );
    let killed = false;
    let answers = 0;
    const target = lanes().length + chance.below(4 * lanes().length);
    const turns = chance.below(30);
    const kill = (left: number): void => {
      // A moment at which hardly anything is in flight would prove little.
      if (left > 0 || unanswered().length < UNANSWERED) return void setImmediate(() => kill(left - 1));
      killed = true;
      process.kill(service.pid, 'SIGKILL');
    };
    const acknowledged = (): void => {
      answers += 1;
      if (answers === target) kill(turns);
    };
    const written = tenants
      .flatMap(({ token, lanes }) => lanes.map((lane) => ({ lane, token })))
      .map(({ lane, token }, at) => {
        const client = new Client(pools[Math.floor(at / LANES_A_CONNECTION_POOL)]!, service.contract, token);
        return lane.write(client, () => !killed, acknowledged);
      });
    await Promise.all([...written, service.exit]);
    for (const pool of pools) pool.close();
  }

  /** Whether each lane's unanswered write happened; holds what is read to what was acknowledged. */
  async function seeAll(): Promise<ReadonlyMap<Lane, boolean>> {
    const seen = new Map<Lane, boolean>();
    for (const { token, lanes } of tenants) {
      // Where another process folds the log, it takes a killed one's turn after a while.
      await caughtUp(service.client(token));
      const view = await readWorkspace(service.client(token));
      for (const lane of lanes) seen.set(lane, lane.see(view));
    }
    return seen;
  }

  async function each(work: (lane: Lane, client: Client) => Promise<void>): Promise<void> {
    await Promise.all(tenants.flatMap(({ token, lanes }) => lanes.map((lane) => work(lane, service.client(token)))));
  }

  it.each(Array.from({ length: KILLS }, (_, kill) => [kill + 1]))(
    'kill %i: every acknowledged write is there, nothing by halves, each retry has one effect',
    async () => {
      await writeUntilKilled();
      // Some answers were on their way already; the rest was lost.
      expect(unanswered().length).toBeGreaterThan(0);
      await service.kill();
      service = await startService({ place });

      const happened = await seeAll();
      await each((lane, client) => lane.replay(client));
      await each((lane, client) => lane.retry(client, happened.get(lane)!));
      await seeAll();

      const log = await wholeLog(place);
      expectSoundLog(log);
      const keys = recordedKeys(log);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.length).toBe(lanes().reduce((sum, { keyedWrites }) => sum + keyedWrites, 0));
    },
    60_000,
  );
});
