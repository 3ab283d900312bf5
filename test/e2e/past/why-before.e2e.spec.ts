import fc from 'fast-check';
import { PastRefusal, readOrder } from '../../../apps/service/past/index.js';
import { HistoryIds, histories } from '../../../libs/dialing/testing/histories.js';
import { ClockedService } from '../../dialing/support/clocked-service.js';
import { jsonOf } from '../../support/contract.js';
import { pairUnderTest } from '../../support/deployments/deployment.js';
import { seedOfThisRun } from '../../support/random.js';
import { TestWorkspace } from '../../support/workspace.js';

/*
 * Goal: which of two contacts comes first is what the service's own preview said, and a contact fails the gate that the
 * service's own explanation names.
 * Method: a random history over HTTP with a clock set by hand. At every tenth step the preview is recorded. Then every
 * pair of contacts is asked for at each of these instants, from the log alone.
 */

const STEPS = pairUnderTest() === 'embedded' ? 120 : 50;
const EVERY = 10;
const RUN_MS = 300_000;

type Gate = Readonly<Record<'gate' | 'value' | 'threshold' | 'until', unknown>> & { readonly passed: boolean };

/** What the service answered at an instant. */
interface Moment {
  readonly at: string;
  /** Ids of the contacts that may be called, in their order. */
  readonly preview: readonly string[];
  /** The first gate that fails, by list and contact. */
  readonly gates: ReadonlyMap<string, Omit<Gate, 'passed'>>;
}

/**
 * Whether a step sets limits of contacts: of a number that several contacts had, the order knows only the attempts that
 * were made to the contact (docs/adr/0072-limits-of-a-contact-count-its-calls.md).
 */
function limitsContacts(step: object): boolean {
  return 'body' in step && typeof step.body === 'object' && step.body !== null && 'contact_windows' in step.body;
}

/**
 * Whether a step lets entries of the do-not-call register end: what a number was that is entered anew is not known any
 * more (docs/adr/0071-numbers-are-hashed-under-a-key-of-the-workspace.md).
 */
function endsEntries(step: object): boolean {
  if (!('path' in step) || typeof step.path !== 'string') return false;
  return step.path === '/do-not-call/batch-remove' || JSON.stringify(step).includes('"expires_at":"');
}

describe('smartlists audit why-before', () => {
  let clocked: ClockedService;
  let workspace: TestWorkspace;
  const moments: Moment[] = [];

  beforeAll(async () => {
    const seed = seedOfThisRun() | 0;
    const { begins, steps } = fc.sample(histories(STEPS), { seed, numRuns: 1 })[0]!;
    clocked = await ClockedService.start();
    let now = begins;
    await clocked.setClock(now);
    workspace = await TestWorkspace.make(clocked.service, { time_zone: 'UTC' });
    const ids = new HistoryIds(workspace.id);
    for (const [n, step] of steps.filter((each) => !limitsContacts(each) && !endsEntries(each)).entries()) {
      if ('wait' in step) await clocked.setClock((now += step.wait * 60_000));
      else {
        const { method, path, body } = ids.resolve(step);
        const client = path.startsWith('/admin/') ? clocked.service.admin : workspace.client;
        const answer = await client.send({ method, path, ...(body !== undefined && { json: body }) });
        ids.learn({ status: answer.status, body: jsonOf(answer) as Record<string, unknown> });
      }
      if (n % EVERY === 0) now = await record(now);
    }
    // The contact that is called now fails a gate at the last instant, also where no other one has failed any.
    await workspace.client.send({ method: 'POST', path: '/dialer/next', json: { limit: 1 } });
    await record(now);
  }, RUN_MS);

  afterAll(() => clocked?.stop(), 60_000);

  /** @returns the next instant: what is written at the same one afterwards would be part of it */
  async function record(at: number): Promise<number> {
    await clocked.setClock(at);
    moments.push({ at: new Date(at).toISOString(), ...(await read()) });
    await clocked.setClock(at + 1);
    return at + 1;
  }

  async function read(): Promise<Pick<Moment, 'preview' | 'gates'>> {
    const { api, client } = workspace;
    const gates = new Map<string, Gate>();
    for (const { smart_list_id } of await api.lists()) {
      for (const { contact_id } of await api.members(smart_list_id)) {
        const path = `/smart-lists/${smart_list_id}/members/${contact_id}/explain`;
        const failed = (await client.read<{ readonly gates: readonly Gate[] }>(path)).gates.find(
          (each) => !each.passed,
        );
        if (failed) gates.set(`${smart_list_id} ${contact_id}`, failed);
      }
    }
    return { preview: (await api.preview(50)).map(({ contact_id }) => contact_id), gates };
  }

  function orderOf(a: string, b: string, at: string) {
    const { env: environment } = clocked.deployment;
    const { signal } = new AbortController();
    const options = { environment, workspaceId: workspace.id, at, contactIds: [a, b], signal } as const;
    return readOrder({ ...options, progress: () => undefined }).catch((error: unknown) => {
      // Not every contact was imported at the first instants.
      if (error instanceof PastRefusal && error.reason === 'not_found') return undefined;
      throw error;
    });
  }

  it(
    'has the order of the preview, and the gates of the explanations',
    async () => {
      const rules = new Set<string>();
      const contacts = Array.from({ length: 6 }, (_, n) => `00000000-0000-4000-8000-000000000c0${n}`);
      for (const { at, preview, gates } of moments.slice(1)) {
        for (const [n, a] of contacts.entries()) {
          for (const b of contacts.slice(n + 1)) {
            const order = await orderOf(a, b, at);
            if (!order) continue;
            rules.add(order.rule);
            const first = preview.find((id) => id === a || id === b) ?? null;
            expect([at, a, b, order.first]).toEqual([at, a, b, first]);
            expect(order.rule === 'gate').toBe(!(preview.includes(a) && preview.includes(b)));
            for (const { contact_id, places } of order.contacts) {
              for (const { smart_list_id, gate } of places) {
                if (smart_list_id === null) continue;
                const failed = gates.get(`${smart_list_id} ${contact_id}`);
                expect([at, contact_id, gate]).toEqual([at, contact_id, failed ? withoutPassed(failed) : null]);
              }
            }
          }
        }
      }
      expect([...rules]).toContain('gate');
    },
    RUN_MS,
  );
});

function withoutPassed({ passed: _, ...gate }: Omit<Gate, 'passed'> & { readonly passed?: boolean }): object {
  return gate;
}
