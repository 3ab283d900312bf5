import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { projectionsOf, rebuildRows } from '../../support/rebuilds.js';
import { type Service, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';
import { tell } from '../past/support/smartlists.js';

const RUN_MS = 300_000;
const DAY_MS = 86_400_000;
/** The environment of a service with a mistake in a projection. */
const BROKEN_PROJECTION = {
  NODE_OPTIONS: `--import=${new URL('../../doubles/broken-projection.js', import.meta.url).href}`,
};

describe('what a rebuild of the rows does', () => {
  const receiver = shareReceivers();
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let listId: string;

  const restart = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
    await service.stop();
    service = await startService({ deployment, env });
    workspace = workspace.through(service);
  };

  const folded = async () => (await projectionsOf(service.admin)).rebuild?.folded_events ?? 0;

  beforeEach(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment, env: toReceiversHere() });
    workspace = await TestWorkspace.make(service);
    ({ smart_list_id: listId } = await workspace.api.createList({ name: 'Spring' }));
  }, RUN_MS);
  afterEach(async () => {
    await service.kill();
    await deployment.remove();
  }, RUN_MS);

  it(
    'names the rows that a projection with a mistake has made, and makes them right',
    async () => {
      await restart(BROKEN_PROJECTION);
      const { smart_list_id: other } = await workspace.api.createList({ name: 'Winter' });
      success(await workspace.client.patch(`/smart-lists/${listId}`, { priority: 'lowest', description: 'new' }), 200);
      success(await workspace.client.patch(`/smart-lists/${other}`, { max_attempts_total: 3 }), 200);
      await workspace.api.createList({ name: 'Autumn' });
      await restart();

      const found = await rebuildRows(service.admin, 'rebuild');
      const differs = (id: string, ...fields: string[]) => {
        return { collection: 'smart_lists', key: [workspace.id, id], kind: 'different', fields };
      };
      const differences = [
        differs(listId, 'description', 'priority', 'version', 'updated_at'),
        differs(other, 'max_attempts_total', 'version', 'updated_at'),
      ];
      expect([found.state, found.different_rows]).toEqual(['differs', 2]);
      expect(sorted(found.differences)).toEqual(sorted(differences));
      expect(await workspace.api.list(listId)).toMatchObject({ priority: 'medium', description: null });
      expect(await rebuildRows(service.admin, 'rebuild', { force: true })).toMatchObject({
        state: 'done',
        different_rows: 2,
      });
      expect(await workspace.api.list(listId)).toMatchObject({ priority: 'lowest', description: 'new' });
      expect(await workspace.api.list(other)).toMatchObject({ max_attempts_total: 3 });
    },
    RUN_MS,
  );

  it(
    'sends nothing and writes no event, neither for a webhook that was sent nor for one that is to be tried again',
    async () => {
      const answers = [
        await receiver(),
        await receiver((_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end()),
      ];
      const webhooks = new Webhooks(workspace);
      const [sent, retried] = await Promise.all(
        answers.map(async ({ url }) => webhooks.apply(await webhooks.action(url))),
      );
      await webhooks.whenIs(sent!, 'delivered');
      await webhooks.whenIs(retried!, 'retrying');
      const before = { head: await service.log.head(), at: (await webhooks.get(retried!)).next_attempt_at };
      for (const kind of ['rebuild', 'back'] as const) {
        expect(await rebuildRows(service.admin, kind)).toMatchObject({ kind, state: 'done' });
      }
      expect({ head: await service.log.head(), at: (await webhooks.get(retried!)).next_attempt_at }).toEqual(before);
      expect(answers.map(({ received }) => received.length)).toEqual([1, 1]);
    },
    RUN_MS,
  );

  it(
    'differs in nothing while days end, members become due and personal data is blanked',
    async () => {
      await restart({ ...toReceiversHere(), TEST_CLOCK: '1', NODE_ENV: 'test' });
      const daily = await TestWorkspace.make(service, {
        calls_keep_days: 1,
        deliveries_keep_days: 1,
        unlisted: { enabled: false },
      });
      const { url } = await receiver();
      const webhooks = new Webhooks(daily);
      await webhooks.whenIs(await webhooks.apply(await webhooks.action(url)), 'delivered');
      const { smart_list_id } = await daily.api.createList({ max_attempts_per_day: 1 });
      await daily.api.addMembers(smart_list_id, (await daily.contacts(100)).map(byId));
      const calls = [...(await daily.api.next(50)), ...(await daily.api.next(50))];
      for (const { call_id } of calls) await daily.api.endCall(call_id, 'busy');
      await daily.contacts(3_000);
      expect([calls.length, await daily.api.preview(50)]).toEqual([100, []]);

      for (const days of [2, 4]) {
        const rebuilding = rebuildRows(service.admin, 'rebuild');
        await until('the rows are folded', async () => (await folded()) > 0);
        const now = new Date(Date.now() + days * DAY_MS).toISOString();
        success(await service.admin.send({ method: 'PUT', path: '/admin/clock', json: { now } }), 200);
        expect(await rebuilding).toMatchObject({ state: 'done', differences: [] });
      }
      expect(await daily.api.preview(50)).toHaveLength(50);
      expect((await daily.api.call(calls[0]!.call_id)).phone).toBeNull();
      expect((await tell(['projections', 'verify'], deployment.env)).exit).toBeUndefined();
    },
    RUN_MS,
  );
});

function sorted(differences: readonly object[]): readonly string[] {
  return differences.map((each) => JSON.stringify(each, Object.keys(each).sort())).sort();
}
