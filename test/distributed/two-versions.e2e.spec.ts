import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import { until } from '../support/until.js';
import { type Receiver, shareReceivers, toReceiversHere, Webhooks } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';
import { byId } from '../support/api.js';
import { byTurn } from './support/leases.js';
import { WiredService } from './support/wire.js';

const RUN_MS = 180_000;
const DELIVERIES = 3;
/**
 * Polls of the lease, one per second; a worker polls for due deliveries as often. Few, because an attempt is abandoned
 * after 15 s.
 */
const ASKED = 2;
const NEXT_VERSION = { NODE_OPTIONS: `--import=${new URL('./support/next-version.js', import.meta.url).href}` };

describeWithMongoServer('two versions of the service, each with its copy of the rows', () => {
  const startReceiver = shareReceivers();

  it(
    'side by side: one sends webhooks, and the other takes over when it has ended',
    async () => {
      const held: (() => void)[] = [];
      let holding = false;
      const receiver = await startReceiver((_request, response) => {
        const answer = (): void => void response.writeHead(204).end();
        if (holding) held.push(answer);
        else answer();
      });
      const deployment = await DistributedDeployment.make();
      const old = await WiredService.start(deployment, toReceiversHere());
      const next = await WiredService.start(deployment, { ...toReceiversHere(), ...NEXT_VERSION });
      const copies = (await deployment.documents()).filter(({ collection }) => collection === '_copies');
      // Both versions share the copy of the index of events, where there is one; it may not be complete yet.
      expect(copies.filter(({ document }) => document['complete']).length).toBeGreaterThanOrEqual(2);

      const workspace = await TestWorkspace.make(old.service);
      const webhooks = new Webhooks(workspace);
      const action = await webhooks.action(receiver.url);
      const apply = (): Promise<string[]> =>
        Promise.all(Array.from({ length: DELIVERIES }, () => webhooks.apply(action)));
      const before = await webhooks.apply(action);
      await webhooks.whenIs(before, 'delivered');
      const { holder, standby } = await byTurn(deployment, 'workers', [old, next]);
      holding = true;
      const first = await apply();
      await until('the first of them is under way', () => held.length > 0);
      await standby.asksForTurn('workers', ASKED);
      const sent = sentTo(receiver);
      expect(sent.length).toBe(new Set(sent).size);
      holding = false;
      for (const answer of held) answer();

      // Each version's rows show the deliveries that either version sent.
      for (const { service } of [old, next]) {
        const seen = new Webhooks(workspace.through(service));
        for (const id of [before, ...first]) await seen.whenIs(id, 'delivered');
      }
      await holder.stop();
      const survivor = new Webhooks(workspace.through(standby.service));
      const second = await survivor.apply(action);
      await survivor.whenIs(second, 'delivered');
      expect(sentTo(receiver).sort()).toEqual([before, ...first, second].sort());
      await standby.stop();
      await deployment.remove();
    },
    RUN_MS,
  );

  it(
    'side by side: a change of settings moves the queue positions in the copy of each',
    async () => {
      const deployment = await DistributedDeployment.make();
      const versions = [await startService({ deployment }), await startService({ deployment, env: NEXT_VERSION })];
      const workspace = await TestWorkspace.make(versions[0]!);
      const { smart_list_id } = await workspace.api.createList({
        name: 'Leads',
        max_attempts_total: 1,
        min_retry_seconds: 0,
      });
      const [contact] = await workspace.contacts(1);
      await workspace.api.addMembers(smart_list_id, [byId(contact!)]);
      const [call] = await workspace.api.next(1);
      await workspace.api.endCall(call!.call_id, 'no_answer');
      await workspace.api.changeList(smart_list_id, { max_attempts_total: 2 });
      await until('the member is ready in both copies', async () => {
        const rows = (await deployment.documents()).filter(({ collection }) => collection.startsWith('members.'));
        return rows.length === versions.length && rows.every(({ document }) => document['state'] === 'ready');
      });
      for (const each of versions) await each.stop();
      await deployment.remove();
    },
    RUN_MS,
  );
});

/** The ids of the received deliveries, one per attempt. */
function sentTo({ received }: Receiver): string[] {
  return received.map(({ headers }) => String(headers['webhook-id']));
}
