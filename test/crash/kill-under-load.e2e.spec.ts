import { caughtUp } from '../support/caught-up.js';
import { Client } from '../support/client.js';
import { Http } from '../support/http.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import { pairUnderTest } from '../support/deployments/deployment.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { LoadWriter } from './load/load-writer.js';
import { readWorkspace } from './load/expected-state.js';
import { Random, seedOfThisRun } from '../support/random.js';
import { expectSoundLog, recordedKeys, wholeLog } from './support/whole-log.js';

/*
 * Goal: after kill -9 every acknowledged write is there, no write is there by halves, and a write that is repeated has
 * one effect.
 * Method: writers with keys of their own keep requests in flight; the service is killed at random moments with at
 * least a third of them unanswered. Each writer then knows which states its rows may have, and repeats what was not
 * answered.
 */

/** Number of kills (docs/quality.md#reliability): five in npm test, twenty in npm run test:all. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 5);
const WORKSPACES = 2;
/** Fewer writers on the distributed pair: the stand-in for MongoDB has hardly any indexes and cannot follow more. */
const LANES_A_WORKSPACE = pairUnderTest() === 'embedded' ? 48 : 6;
/** The least number of unanswered requests at the moment of a kill. */
const UNANSWERED = (WORKSPACES * LANES_A_WORKSPACE) / 3;
/** The number of connections that one HTTP agent opens, so that each write is sent at once. */
const WRITERS_A_CONNECTION_POOL = 64;

interface Tenant {
  readonly token: string;
  readonly writers: readonly LoadWriter[];
}

describe(`a service killed ${KILLS} times under load`, () => {
  const random = new Random(seedOfThisRun());
  let deployment: Deployment;
  let service: Service;
  const tenants: Tenant[] = [];
  const writers = (): readonly LoadWriter[] => tenants.flatMap((tenant) => tenant.writers);
  const unanswered = (): readonly LoadWriter[] => writers().filter((writer) => writer.unanswered !== undefined);

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    for (let tenant = 0; tenant < WORKSPACES; tenant += 1) {
      const workspace = await TestWorkspace.make(service);
      const numbers = Array.from({ length: LANES_A_WORKSPACE }, (_, at) => tenant * LANES_A_WORKSPACE + at);
      tenants.push({
        token: workspace.client.token!,
        writers: numbers.map((number) => new LoadWriter(number, random)),
      });
    }
  }, 60_000);

  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  /** Lets all writers write, and kills the service at a random moment. */
  async function writeUntilKilled(): Promise<void> {
    const pools = Array.from(
      { length: Math.ceil(writers().length / WRITERS_A_CONNECTION_POOL) },
      () => new Http(service.port),
    );
    let killed = false;
    let answers = 0;
    const target = writers().length + random.below(4 * writers().length);
    const turns = random.below(30);
    const kill = (left: number): void => {
      // A kill with few requests in flight would prove little.
      if (left > 0 || unanswered().length < UNANSWERED) return void setImmediate(() => kill(left - 1));
      killed = true;
      process.kill(service.pid, 'SIGKILL');
    };
    const acknowledged = (): void => {
      answers += 1;
      if (answers === target) kill(turns);
    };
    const written = tenants
      .flatMap(({ token, writers }) => writers.map((writer) => ({ writer, token })))
      .map(({ writer, token }, at) => {
        const client = new Client(pools[Math.floor(at / WRITERS_A_CONNECTION_POOL)]!, service.contract, token);
        return writer.write(client, () => !killed, acknowledged);
      });
    await Promise.all([...written, service.exit]);
    for (const pool of pools) pool.close();
  }

  /** Finds out whether each writer's unanswered write took effect, and checks the reads against acknowledged writes. */
  async function seeAll(): Promise<ReadonlyMap<LoadWriter, boolean>> {
    const seen = new Map<LoadWriter, boolean>();
    for (const { token, writers } of tenants) {
      // If another process folds the log, it takes over from a killed one after a timeout.
      await caughtUp(service.client(token));
      const view = await readWorkspace(service.client(token));
      for (const writer of writers) seen.set(writer, writer.expectState(view));
    }
    return seen;
  }

  async function each(work: (writer: LoadWriter, client: Client) => Promise<void>): Promise<void> {
    await Promise.all(
      tenants.flatMap(({ token, writers }) => writers.map((writer) => work(writer, service.client(token)))),
    );
  }

  it.each(Array.from({ length: KILLS }, (_, kill) => [kill + 1]))(
    'kill %i: every acknowledged write is kept, none took effect in part, each retry has one effect',
    async () => {
      await writeUntilKilled();
      // Some answers were already sent; the others were lost.
      expect(unanswered().length).toBeGreaterThan(0);
      await service.kill();
      service = await startService({ deployment });

      const happened = await seeAll();
      await each((writer, client) => writer.replay(client));
      await each((writer, client) => writer.retry(client, happened.get(writer)!));
      await seeAll();

      const log = await wholeLog(deployment);
      expectSoundLog(log);
      const keys = recordedKeys(log);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.length).toBe(writers().reduce((sum, { keyedWrites }) => sum + keyedWrites, 0));
    },
    60_000,
  );
});
