import type { Exit } from '../../../apps/operator/console.js';
import type { CausedEvent, CauseTree } from '../../../apps/service/past/index.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { type LoggedEvent, START } from '../../support/log.js';
import { type Service, startService } from '../../support/service.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';
import { smartlists, tell } from './support/smartlists.js';

const RUN_MS = 120_000;

describe('smartlists audit cause', () => {
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let log: readonly LoggedEvent[];
  /** The id of the delivery that was attempted twice. */
  let deliveryId: string;
  let requestId: string;
  const startReceiver = shareReceivers();

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment, env: toReceiversHere() });
    workspace = await TestWorkspace.make(service);
    // Another workspace, and another call with a delivery of its own: no effect of theirs belongs to the request.
    await TestWorkspace.make(service);
    const { url } = await startReceiver();
    const webhooks = new Webhooks(workspace);
    const { smart_list_id } = await workspace.api.createList();
    const action = await webhooks.action(url, { destination_type: 'smart_list', destination_id: smart_list_id });
    await webhooks.whenIs(await webhooks.apply(action), 'delivered');
    const { call_id } = await workspace.call();
    const applied = await workspace.client.post(`/calls/${call_id}/outcomes`, { outcome_id: action });
    requestId = String(applied.headers['x-request-id']);
    deliveryId = (JSON.parse(applied.bytes.toString()) as { readonly delivery_id: string }).delivery_id;
    await webhooks.whenIs(deliveryId, 'delivered');
    log = await service.log.after(START);
  }, RUN_MS);
  afterAll(async () => {
    await service.stop();
    await deployment.remove();
  }, RUN_MS);

  const attempt = (): LoggedEvent => log.find(({ stream }) => stream === `delivery-${deliveryId}`)!;
  const ask = (id: string, ...more: readonly string[]) => ['audit', 'cause', id, '--workspace', workspace.id, ...more];

  /** Every event of a tree, with its parent's id. */
  function edges(events: readonly CausedEvent[], cause: string | null): readonly (readonly [string, string | null])[] {
    return events.flatMap((event) => [[event.id, cause] as const, ...edges(event.effects, event.id)]);
  }

  it(
    'has every event of the request below the event that caused it, and no other event',
    async () => {
      const ofRequest = log.filter(({ metadata }) => metadata.correlation_id === requestId);
      expect(ofRequest.map(({ type }) => type)).toEqual([
        'OutcomeApplied',
        'MemberAdded',
        'DeliveryRequested',
        'DeliveryAttempted',
      ]);
      const expected = ofRequest.map(({ id, metadata }) => [id, metadata.causation_id]);
      for (const { id } of ofRequest) {
        const { printed, exit } = await tell(ask(id, '--json'), deployment.env);
        expect(exit).toBeUndefined();
        const tree = JSON.parse(printed.join('')) as CauseTree;
        expect(tree.correlation_id).toBe(requestId);
        expect(edges(tree.events, null)).toEqual(expected);
        expect(tree.events[0]!.actor).toMatchObject({ kind: 'api_key', id: workspace.keyId, name: 'test' });
      }
    },
    RUN_MS,
  );

  it(
    'tells it in words, from the request on, with attempts below their delivery, and writes nothing',
    async () => {
      const { id, metadata } = attempt();
      const { code, out, err } = await smartlists(ask(id), deployment.env);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(
        new RegExp(`^request ${requestId}, key "test" \\(sl_\\S+…\\)\n {2}20\\S+Z {2}OutcomeApplied, `),
      );
      expect(out).toMatch(/\n {2}20\S+Z {2}DeliveryRequested, key "test"/);
      expect(out).toContain(
        [
          `\n      ${metadata.occurred_at}  DeliveryAttempted, worker deliveries  <- this event`,
          `        delivery-${deliveryId} 0, event ${id}`,
          `        says delivery_id "${deliveryId}", delivered true\n`,
        ].join('\n'),
      );
      expect(await service.log.after(START)).toEqual(log);
    },
    RUN_MS,
  );

  it.each<[what: string, exit: Exit, sentence: RegExp, args: () => readonly string[]]>([
    ['what is no id', 'not_understood', /It must be the id of an event/, () => ask('x')],
    ['an unknown event', 'not_found', /^The log has no event 0{8}-\S+ in workspace \S+\.$/, () => ask(UNKNOWN_ID)],
    [
      'an event of another workspace',
      'not_found',
      /has no event/,
      () => ask(log.find(({ metadata }) => metadata.workspace_id !== workspace.id)!.id),
    ],
  ])(
    'refuses %s in one sentence',
    async (_what, exit, sentence, args) => {
      const told = await tell(args(), deployment.env);
      expect(told).toEqual({ printed: [], exit, sentence: expect.stringMatching(sentence) as string });
    },
    RUN_MS,
  );
});
