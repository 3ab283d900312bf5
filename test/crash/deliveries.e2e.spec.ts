import { once } from 'node:events';
import { Api } from '../support/api.js';
import { caughtUp } from '../support/caught-up.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { type Delivery, type Receiver, redeliver, shareReceivers, toReceiversHere } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';
import { Random, seedOfThisRun } from '../support/random.js';
import { expectSoundLog, wholeLog } from './support/whole-log.js';

/*
 * Goal: each action that was applied is delivered at least once, under one id, whichever phase of an attempt a kill -9
 * meets, and nothing else is sent.
 * Method: the receiver reports the phase of an attempt, and the service is killed in it, each time in the next phase.
 * The log, the deliveries and what the receiver got are compared at the end.
 */

/** Number of kills; CRASH_KILLS overrides it. Each kill is in the next phase of a delivery. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 5);
const RUN_MS = 180_000;

/** The phase of the delivery in which the service is killed; `any`: at a random turn of the event loop. */
type Phase = 'requested' | 'being received' | 'answered' | 'refused' | 'any';
const PHASES: readonly Phase[] = ['requested', 'being received', 'answered', 'refused', 'any'];

describe(`webhooks of a service that is killed ${KILLS} times`, () => {
  const random = new Random(seedOfThisRun());
  const receiver = shareReceivers();
  let target: Receiver & { readonly url: string };
  let deployment: Deployment;
  let service: Service;
  let token: string;
  let action: string;
  /** Handles the next request that the receiver gets; undefined: it is answered with 200. */
  let onRequest: ((answer: (status: number) => Promise<unknown>) => void) | undefined;
  const api = (): Api => new Api(service.client(token));
  const deliveries = (): Promise<Delivery[]> =>
    service.client(token).walk<Delivery>('/webhook-deliveries', 'deliveries');

  const start = async (): Promise<void> => {
    service = await startService({ deployment, env: toReceiversHere() });
  };

  beforeAll(async () => {
    target = await receiver((_request, response) => {
      const answer = (status: number): Promise<unknown> => {
        const gone = once(response, 'close');
        response.writeHead(status).end();
        return gone;
      };
      if (onRequest) onRequest(answer);
      else void answer(200);
    });
    deployment = await createDeployment();
    await start();
    const workspace = await TestWorkspace.make(service);
    token = workspace.client.token!;
    const { outcome } = await workspace.api.createOutcome({ outcome_type: 'action', webhook_url: target.url });
    action = outcome.outcome_id;
  }, RUN_MS);
  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  /** Applies the action to a new call and kills the service in this phase of the delivery. */
  async function applyAndKill(phase: Phase): Promise<void> {
    const [contact] = (
      await api().importContacts([{ phone: `+43677${String(random.below(1_000_000_000)).padStart(9, '0')}` }])
    ).contacts;
    const { call_id } = await api().registerCall({ contact_id: contact!.contact_id });
    const kill = (): void => void process.kill(service.pid, 'SIGKILL');
    const reached = new Promise<void>((resolve) => {
      onRequest = (answer) => {
        if (phase === 'being received') resolve();
        else void answer(phase === 'refused' ? 500 : 200).then(() => resolve());
      };
    });
    // The process may be killed before it answers.
    const applied = api()
      .applyOutcome(call_id, action)
      .catch(() => undefined);
    if (phase === 'requested') for (let turns = random.below(200); turns > 0; turns -= 1) await turn();
    else if (phase === 'any') {
      await applied;
      for (let turns = random.below(4_000); turns > 0; turns -= 1) await turn();
    } else await reached;
    kill();
    await Promise.all([applied, service.exit]);
    onRequest = undefined;
    await service.kill();
  }

  it.each(Array.from({ length: KILLS }, (_, kill) => [kill + 1, PHASES[kill % PHASES.length]!] as const))(
    'kill %i, %s: it starts again',
    async (_kill, phase) => {
      await applyAndKill(phase);
      await start();
      await caughtUp(service.client(token));
    },
    RUN_MS,
  );

  it(
    'each applied action is delivered at least once, under one id; nothing else is sent',
    async () => {
      await until('all are delivered', async () => (await deliveries()).every(({ status }) => status === 'delivered'));
      const log = await wholeLog(deployment);
      expectSoundLog(log);
      const named = (type: string, field: string) =>
        log.filter((event) => event.type === type).map(({ data }) => data[field] as string);
      const requested = named('DeliveryRequested', 'delivery_id');
      expect(named('DeliveryRequested', 'call_id')).toEqual(named('OutcomeApplied', 'call_id'));
      expect(new Set(requested).size).toBe(requested.length);
      expect((await deliveries()).map(({ delivery_id }) => delivery_id)).toEqual(requested);
      const received = target.received.map(({ headers }) => headers['x-service-delivery-id']);
      expect([...new Set(received)].sort()).toEqual([...requested].sort());
      const bodies = new Map(target.received.map(({ headers, body }) => [headers['webhook-id'], body]));
      for (const { headers, body } of target.received) expect(body).toBe(bodies.get(headers['webhook-id']));
    },
    RUN_MS,
  );

  it(
    'a rebuilt read model repeats no delivery and shows the same deliveries',
    async () => {
      const before = await deliveries();
      const sent = target.received.length;
      await service.stop();
      await deployment.deleteReadModel();
      await start();
      await until(
        'the rows are rebuilt',
        async () => (await service.client(token).get('/webhook-deliveries')).status === 200,
      );
      await caughtUp(service.client(token));
      expect(await deliveries()).toEqual(before);
      // Deliveries are sent in the order of their due time: once this one is sent, any other that was due was sent
      // before.
      const id = await redeliver(service.client(token), before[0]!.delivery_id);
      await until('it is delivered', async () => (await deliveries()).at(-1)?.status === 'delivered');
      const again = target.received.slice(sent).map(({ headers }) => headers['webhook-id']);
      expect(again).toEqual([id]);
    },
    RUN_MS,
  );
});

function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
