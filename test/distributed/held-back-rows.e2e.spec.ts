import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import { type Judgement, Replay } from '../dialing/support/replay.js';
import { type Api, byId, nextName } from '../support/api.js';
import { START } from '../support/log.js';
import { DistributedDeployment } from '../support/deployments/distributed.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import type { Call, SmartList } from '../support/types.js';
import { TestWorkspace } from '../support/workspace.js';

const RUN_MS = 180_000;
/** Members per list. */
const MEMBERS = 3;
const ALL = 50;

/** What happens to the members of a list after the rows stand still, so that none of them may be dialed any more. */
const FATES: Readonly<Record<string, Fate>> = {
  'removed from the list': {
    befalls: (api, { smart_list_id }, members) => [api.removeMembers(smart_list_id, members)],
  },
  'removed everywhere': { befalls: (api, _list, members) => [api.removeEverywhere(members)] },
  'deleted with their list': { befalls: (api, { smart_list_id }) => [api.deleteList(smart_list_id)] },
  'deleted contacts': {
    befalls: (api, _list, members) => members.map(({ contact_id }) => api.deleteContact(contact_id)),
  },
  'frozen by a total cap of 0': {
    befalls: (api, { smart_list_id }) => [api.changeList(smart_list_id, { max_attempts_total: 0 })],
  },
  'frozen by a daily cap of 0': {
    befalls: (api, { smart_list_id }) => [api.changeList(smart_list_id, { max_attempts_per_day: 0 })],
  },
  'capped by a lowered total cap': {
    called: true,
    befalls: (api, { smart_list_id }) => [api.changeList(smart_list_id, { max_attempts_total: 1 })],
  },
  'capped by a lowered daily cap': {
    called: true,
    befalls: (api, { smart_list_id }) => [api.changeList(smart_list_id, { max_attempts_per_day: 1 })],
  },
  'in a new gap': {
    called: true,
    befalls: (api, { smart_list_id }) => [api.changeList(smart_list_id, { min_retry_seconds: 86_400 })],
  },
  'in a call that was registered': { befalls: (api, _list, members) => members.map((one) => api.registerCall(one)) },
};

type Known = { readonly contact_id: string };

interface Fate {
  /** The members are called once before, from this list. */
  readonly called?: true;
  readonly befalls: (api: Api, list: SmartList, members: readonly Known[]) => readonly Promise<unknown>[];
}

describeWithMongoServer('dialing while the projection is held back', () => {
  let deployment: DistributedDeployment;
  let projector: Service;
  let api: Service;
  beforeAll(async () => {
    deployment = await DistributedDeployment.make();
    projector = await startService({ deployment, env: { ROLES: 'projections' } });
    api = await startService({ deployment, env: { ROLES: 'api' } });
  }, RUN_MS);
  afterEach(() => process.kill(projector.pid, 'SIGCONT'));
  afterAll(async () => {
    await api.stop();
    await projector.stop();
    await deployment.remove();
  }, RUN_MS);

  /** From now on writes are in the log only. */
  const holdBack = async ({ client }: TestWorkspace): Promise<void> => {
    process.kill(projector.pid, 'SIGSTOP');
    const { status, headers } = await client.post('/smart-lists', { name: nextName() });
    expect([status, headers['projection-lag']]).toEqual([201, '1']);
  };
  const idsOf = (calls: readonly Call[]): readonly string[] => calls.map(({ contact_id }) => contact_id);
  const judged = async (workspace: TestWorkspace, judgement: Judgement) =>
    Replay.of(await api.log.after(START), workspace.id, judgement);

  it(
    'members that were removed, frozen, capped or called meanwhile are not dialed; all others are',
    async () => {
      const workspace = await TestWorkspace.make(api, { unlisted: { enabled: false } });
      const { api: client } = workspace;
      const lists = [];
      for (const [what, { called, befalls }] of Object.entries(FATES)) {
        const members = (await workspace.contacts(MEMBERS)).map(byId) as readonly Known[];
        // Lists whose members must have been called are in the first tier, so that one request calls them all.
        const priority = called ? 'highest' : 'high';
        const list = await client.createList({ name: what, priority, min_retry_seconds: 0 });
        await client.addMembers(list.smart_list_id, members);
        lists.push({ list, members, befalls, called });
      }
      const first = await client.next(MEMBERS * lists.filter(({ called }) => called).length);
      await Promise.all(first.map(({ call_id }) => client.endCall(call_id, 'busy')));
      const free = (await workspace.contacts(MEMBERS)).map(byId) as readonly Known[];
      const bystanders = await client.createList({ min_retry_seconds: 0 });
      await client.addMembers(bystanders.smart_list_id, free);

      await holdBack(workspace);
      await Promise.all(lists.flatMap(({ list, members, befalls }) => befalls(client, list, members)));
      const newcomers = (await workspace.contacts(MEMBERS)).map(byId) as readonly Known[];
      await client.addMembers(bystanders.smart_list_id, newcomers);
      const calls = await client.next(ALL);
      expect(idsOf(calls)).toEqual([...free, ...newcomers].map(({ contact_id }) => contact_id));
      expect(await client.next(ALL)).toEqual([]);
      await judged(workspace, 'safety');
    },
    RUN_MS,
  );

  it(
    'no cap is exceeded and no contact is in two calls, after any number of requests',
    async () => {
      const unlisted = { max_attempts_per_day: null, max_attempts_total: 2, min_retry_seconds: 0 };
      const workspace = await TestWorkspace.make(api, { unlisted });
      const { api: client } = workspace;
      const contacts = (await workspace.contacts(8)).map(byId) as readonly Known[];
      const daily = await client.createList({ max_attempts_per_day: 1, min_retry_seconds: 0, priority: 'high' });
      const total = await client.createList({ max_attempts_total: 2, min_retry_seconds: 0 });
      await client.addMembers(daily.smart_list_id, contacts.slice(0, 4));
      await client.addMembers(total.smart_list_id, contacts.slice(2, 6));

      await holdBack(workspace);
      for (let round = 0; round < 4; round += 1) {
        const answers = await Promise.all([5, 5, 5].map((limit) => client.next(limit)));
        const calls = answers.flat();
        expect(new Set(idsOf(calls)).size).toBe(calls.length);
        await Promise.all(calls.map(({ call_id }) => client.endCall(call_id, 'no_answer')));
      }
      const { dispatches } = await judged(workspace, 'order');
      const from = (list: SmartList | null) =>
        dispatches.filter(({ smart_list_id }) => smart_list_id === (list?.smart_list_id ?? null)).length;
      // Members of `daily` once today, members of `total` twice, the two contacts without a list twice.
      expect([from(daily), from(total), from(null)]).toEqual([4, 8, 4]);
    },
    RUN_MS,
  );
});
