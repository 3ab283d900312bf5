import fc from 'fast-check';
import { readTimeline, type Subject, type TimelineEntry } from '../../../apps/service/past/index.js';
import { HistoryIds, histories, type Step } from '../../../libs/dialing/testing/histories.js';
import { ClockedService } from '../../dialing/support/clocked-service.js';
import { jsonOf } from '../../support/contract.js';
import { pairUnderTest } from '../../support/deployments/deployment.js';
import { type LoggedEvent, START } from '../../support/log.js';
import { seedOfThisRun } from '../../support/random.js';
import { shareReceivers, toReceiversHere } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';
import { fieldOf, pruned, type Shown, showEverything, type Thing, withField } from './support/shown-things.js';

/*
 * Goal: the timelines of all things of a workspace say what each write changed, field by field, as the API showed it.
 * Method: a random history over HTTP with a clock set by hand. Everything is read before and after each write. From
 * what was shown before, the changes of the events in between must lead to what was shown after, for each thing.
 */

const STEPS = pairUnderTest() === 'embedded' ? 90 : 25;
const RUN_MS = 300_000;
const TO_LIST = { destination_type: 'smart_list', destination_id: '<list 1>' };

/** What histories have too rarely or not at all: settings of outcomes and of the workspace, names in destinations. */
const SETTINGS: readonly Step[] = [
  { method: 'POST', path: '/smart-lists', body: { name: 'named' } },
  { method: 'POST', path: '/phone-system/outcomes', body: { outcome_name: 'without destination' } },
  {
    method: 'POST',
    path: '/phone-system/outcomes',
    body: {
      ...{ outcome_name: 'told', outcome_type: 'action', webhook_url: 'https://hooks.invalid/' },
      ...{ destination_type: 'remove_from_selected', smart_list_ids: ['<list 0>', '<list 1>', '<list 2>', '<list 3>'] },
    },
  },
  { method: 'PATCH', path: '/phone-system/outcomes/<outcome 0>', body: { outcome_name: 'renamed', order: 7 } },
  { method: 'PATCH', path: '/smart-lists/<list 0>', body: { name: 'renamed', description: 'now with one' } },
  { method: 'POST', path: '/smart-lists/<list 0>/clone', body: {} },
  { method: 'POST', path: '/phone-system/outcomes', body: { outcome_name: 'to it', ...TO_LIST } },
  { method: 'PATCH', path: '/smart-lists/<list 1>', body: { name: 'renamed too' } },
  {
    method: 'PATCH',
    path: '/admin/workspaces/<workspace 0>',
    body: { rate_limits: { read: { requests: 9_000_000, seconds: 1 } }, quotas: { contacts: 7_000 } },
  },
  // A short history may begin no call: here one begins in each.
  {
    method: 'PATCH',
    path: '/admin/workspaces/<workspace 0>',
    body: { unlisted: { enabled: true, max_attempts_per_day: null, max_attempts_total: null, min_retry_seconds: 0 } },
  },
  {
    method: 'POST',
    path: '/contacts/batch',
    body: { contacts: [{ contact_id: '<contact 9>', phone: '+12025550109', name: 'called' }] },
  },
  { method: 'POST', path: '/calls', body: { contact_id: '<contact 9>' } },
  {
    method: 'POST',
    path: '/calling-hours',
    body: { name: 'Day', intervals: [{ days: ['mon'], from: '09:00', to: '17:00' }] },
  },
  { method: 'DELETE', path: '/smart-lists/<list 1>' },
  { method: 'POST', path: '/admin/workspaces/<workspace 0>/api-keys', body: { name: 'CRM', scopes: ['calls:read'] } },
];

/** One write, and what was shown on both of its sides. */
interface Write {
  readonly what: string;
  readonly before: Shown;
  readonly after: Shown;
}

describe('the timeline of each thing', () => {
  let clocked: ClockedService;
  let workspace: TestWorkspace;
  const startReceiver = shareReceivers();
  const calls: string[] = [];
  const writes: Write[] = [];
  let log: readonly LoggedEvent[];
  /** Ids of contacts that were erased in the end: what is personal of them is null in every timeline. */
  const erased = new Set<unknown>();

  beforeAll(async () => {
    const seed = seedOfThisRun() | 0;
    const { begins, steps } = fc.sample(histories(STEPS), { seed, numRuns: 1 })[0]!;
    const { url } = await startReceiver();
    clocked = await ClockedService.start({ env: toReceiversHere() });
    let now = begins;
    await clocked.setClock(now);
    workspace = await TestWorkspace.make(clocked.service, { time_zone: 'UTC' });
    const ids = new HistoryIds(workspace.id);
    const { service } = clocked;
    let before = await showEverything(service, workspace, calls);
    for (const step of [...steps, ...SETTINGS]) {
      if ('wait' in step) {
        await clocked.setClock((now += step.wait * 60_000));
        before = await showEverything(service, workspace, calls);
        continue;
      }
      const { method, path, body } = JSON.parse(
        JSON.stringify(ids.resolve(step)).replaceAll('https://hooks.invalid/', url),
      ) as typeof step;
      const client = path.startsWith('/admin/') ? service.admin : workspace.client;
      const answer = await client.send({ method, path, ...(body !== undefined && { json: body }) });
      const told = { status: answer.status, body: jsonOf(answer) as Record<string, unknown> };
      ids.learn(told);
      const { call, calls: begun = [] } = told.body as { call?: { call_id: string }; calls?: { call_id: string }[] };
      for (const { call_id } of [...(call ? [call] : []), ...begun]) if (!calls.includes(call_id)) calls.push(call_id);
      // Webhooks that are due are sent, and sweeps are done.
      await clocked.setClock(now);
      const after = await showEverything(service, workspace, calls);
      if (told.status < 400) writes.push({ what: `${method} ${path}`, before, after });
      before = after;
    }
    log = await service.log.after(START);
    for (const { type, data } of log) if (type === 'ContactErased') erased.add(data['contact_id']);
  }, RUN_MS);

  afterAll(() => clocked?.stop(), 60_000);

  async function timelineOf(name: string): Promise<readonly TimelineEntry[]> {
    const [type, id] = name.split(' ') as [Subject['type'], string];
    const entries: TimelineEntry[] = [];
    const { env: environment } = clocked.deployment;
    const subject = { type, ids: id.split('/') };
    const { signal } = new AbortController();
    const options = { environment, workspaceId: workspace.id, subject, from: undefined, until: undefined, signal };
    for await (const batch of readTimeline(options)) entries.push(...batch.entries);
    return entries;
  }

  it(
    'leads from what the API showed before each write to what it showed after',
    async () => {
      const names = new Set(writes.flatMap(({ after }) => [...after.things.keys()]));
      expect(new Set([...names].map((name) => name.split(' ')[0]))).toEqual(
        new Set(
          ['list', 'calling_hours', 'dial_group', 'member', 'contact', 'call', 'outcome', 'key', 'workspace'].concat(
            hasDeliveries(names),
          ),
        ),
      );
      let compared = 0;
      for (const name of names) {
        const timeline = await timelineOf(name);
        for (const { what, before, after } of writes) {
          const [old, young] = [before, after].map(({ things }) => comparable(things.get(name)));
          const written = idsBetween(before.head, after.head);
          const between = timeline.filter(({ event }) => written.has(event.id));
          let thing: Thing = old ?? {};
          for (const { event, changes } of between) {
            for (const { field, before: was, after: is } of changes) {
              if (isPersonal(field) && isErased(old, young)) continue;
              expect([what, name, event.type, field, was]).toEqual([
                what,
                name,
                event.type,
                field,
                fieldOf(thing, field),
              ]);
              thing = withField(thing, field, is);
              compared += 1;
            }
          }
          expect([what, name, pruned(thing)]).toEqual([what, name, pruned(young)]);
        }
      }
      expect(compared).toBeGreaterThan(100);
    },
    RUN_MS,
  );

  function idsBetween(from: string, to: string): ReadonlySet<string> {
    return new Set(log.filter(({ position }) => position > from && position <= to).map(({ id }) => id));
  }

  function hasDeliveries(names: ReadonlySet<string>): readonly string[] {
    return [...names].some((name) => name.startsWith('delivery')) ? ['delivery'] : [];
  }

  function isErased(...things: readonly (Thing | undefined)[]): boolean {
    return things.some((thing) => erased.has(thing?.['contact_id']));
  }

  function comparable(thing: Thing | undefined): Thing | undefined {
    if (!isErased(thing)) return thing;
    // A call and a member have the name of their list.
    const gone = 'smart_list_id' in thing! ? ['phone'] : PERSONAL;
    return Object.fromEntries(Object.entries(thing!).filter(([field]) => !gone.includes(field)));
  }
});

/** What of a contact is null, or gone, once it was erased. */
const PERSONAL = ['phone', 'name', 'external_id', 'phones', 'attributes', 'time_zone', 'zones', 'zones_source'];

/** @param field a path, such as `phones[0].label` */
function isPersonal(field: string): boolean {
  return PERSONAL.includes(/^\w+/.exec(field)![0]);
}
