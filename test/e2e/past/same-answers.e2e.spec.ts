import fc from 'fast-check';
import { instant } from '#kernel';
import { openPast, type Past } from '../../../apps/service/past/index.js';
import { HistoryIds, histories } from '../../../libs/dialing/testing/histories.js';
import { ClockedService } from '../../dialing/support/clocked-service.js';
import type { Client } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import { pairUnderTest, temporaryDirectory } from '../../support/deployments/deployment.js';
import { START } from '../../support/log.js';
import { Random, seedOfThisRun } from '../../support/random.js';
import { until } from '../../support/until.js';
import { shareReceivers, toReceiversHere } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';
import { answerable, comparable, readEverything, type RecordedRead } from './support/recorded-reads.js';

/*
 * Goal: a past instant answers every read with the bytes that the service gave then.
 * Method: random histories over HTTP with a clock set by hand, killed once and once without its rows. At random steps
 * every read is recorded. Then the log alone is asked, beside the running service, for each of these instants.
 */

/** Instants that are recorded; PAST_INSTANTS overrides it. Reads take ten times as long on the distributed pair. */
const INSTANTS = Number(process.env['PAST_INSTANTS'] ?? (pairUnderTest() === 'embedded' ? 8 : 3));
const STEPS = 120;
const RUN_MS = 60_000 + INSTANTS * 20_000;

interface Moment {
  readonly at: number;
  readonly reads: readonly RecordedRead[];
}

/** The step with a receiver that answers, in the place of the one that histories name. */
function withReceiver<Step>(step: Step, url: string): Step {
  return JSON.parse(JSON.stringify(step).replaceAll('https://hooks.invalid/', url)) as Step;
}

describe('a past instant', () => {
  let clocked: ClockedService;
  let workspace: TestWorkspace;
  const startReceiver = shareReceivers();
  const calls: string[] = [];
  const moments: Moment[] = [];
  /** Ids of contacts that were erased in the end: their phones and names are gone from the past, too. */
  const erased = new Set<string>();
  let now: number;

  const adminToken = (): string => clocked.service.admin.token!;

  async function record(): Promise<void> {
    // Webhooks that are due at this instant are sent at this instant.
    await clocked.setClock(now);
    const { service } = clocked;
    const ask = (client: Client) => (path: string) => client.send({ method: 'GET', path });
    const [ofKey, ofAdmin] = [ask(service.client(workspace.client.token)), ask(service.admin)];
    await until('the rows have the attempts of this instant', async () => {
      const { deliveries = [] } = jsonOf(await ofKey('/webhook-deliveries?page_size=200')) as {
        readonly deliveries?: readonly { readonly next_attempt_at: string | null }[];
      };
      return deliveries.every(({ next_attempt_at: next }) => next === null || Date.parse(next) > now);
    });
    const head = await service.log.head();
    const reads = await readEverything(workspace.id, calls, (path, isAdmin) => (isAdmin ? ofAdmin : ofKey)(path));
    const at = now;
    await clocked.setClock((now += 1));
    // What a worker writes at this instant after the first read is part of the past.
    const later = await service.log.after(head);
    if (later.every(({ metadata }) => metadata.occurred_at > instant(at))) moments.push({ at, reads });
  }

  beforeAll(async () => {
    const seed = seedOfThisRun() | 0;
    const random = new Random(seed);
    const { begins, steps } = fc.sample(histories(STEPS), { seed, numRuns: 1 })[0]!;
    const { url } = await startReceiver();
    clocked = await ClockedService.start({ env: toReceiversHere() });
    now = begins;
    await clocked.setClock(now);
    workspace = await TestWorkspace.make(clocked.service, { time_zone: 'UTC' });
    const ids = new HistoryIds(workspace.id);
    const recorded = new Set([...random.sample([...steps.keys()], INSTANTS - 1), steps.length - 1]);
    const restarts = new Map([
      [Math.floor(steps.length / 3), 'kept' as const],
      [Math.floor((2 * steps.length) / 3), 'lost' as const],
    ]);
    for (const [at, step] of steps.entries()) {
      if (restarts.has(at)) await clocked.restart(restarts.get(at));
      if ('wait' in step) await clocked.setClock((now += step.wait * 60_000));
      else {
        const { service } = clocked;
        const { method, path, body } = withReceiver(ids.resolve(step), url);
        const client = path.startsWith('/admin/') ? service.admin : service.client(workspace.client.token);
        const answer = await client.send({ method, path, ...(body !== undefined && { json: body }) });
        const told = { status: answer.status, body: jsonOf(answer) as Record<string, unknown> };
        ids.learn(told);
        const { call, calls: begun = [] } = told.body as { call?: { call_id: string }; calls?: { call_id: string }[] };
        for (const { call_id } of [...(call ? [call] : []), ...begun])
          if (!calls.includes(call_id)) calls.push(call_id);
      }
      if (recorded.has(at)) await record();
    }
    for (const { type, data } of await clocked.service.log.after(START)) {
      if (type === 'ContactErased') erased.add((data as { readonly contact_id: string }).contact_id);
    }
  }, RUN_MS);

  afterAll(() => clocked?.stop(), 60_000);

  function open(at: number, workspaceId: string | undefined, keep?: string): Promise<Past> {
    const environment = { ...clocked.deployment.env, ADMIN_TOKEN: adminToken() };
    const until = new Date(at).toISOString();
    return openPast({ environment, until, workspaceId, keep, signal: new AbortController().signal });
  }

  async function expectSame(past: Past, { reads }: Moment, key: string | undefined): Promise<void> {
    const url = await past.listen(0);
    for (const { path, isAdmin, status, body } of answerable(reads, erased)) {
      if (isAdmin && key === undefined) continue;
      const token = isAdmin ? adminToken() : key;
      const answer = await fetch(
        url + path,
        token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
      );
      expect([path, answer.status, comparable({ path, body: await answer.text() }, erased)]).toEqual([
        path,
        status,
        comparable({ path, body }, erased),
      ]);
    }
  }

  it(
    'has the answers of then, byte for byte, for a key of then and for the workspace alone',
    async () => {
      expect(moments.length).toBeGreaterThan(1);
      expect(moments.flatMap(({ reads }) => reads).length).toBeGreaterThan(50);
      for (const moment of moments) {
        for (const workspaceId of [undefined, workspace.id]) {
          const past = await open(moment.at, workspaceId);
          await expectSame(past, moment, workspaceId === undefined ? workspace.client.token : undefined);
          await past.close();
        }
      }
    },
    RUN_MS,
  );

  it(
    'goes forward from rows that are kept',
    async () => {
      const keep = temporaryDirectory();
      for (const moment of moments) {
        const past = await open(moment.at, undefined, keep);
        await expectSame(past, moment, workspace.client.token);
        await past.close();
      }
    },
    RUN_MS,
  );
});
