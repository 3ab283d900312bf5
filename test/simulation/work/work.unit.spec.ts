import { SeededRandom } from '../kernel/seeded-random.js';
import type { Ask, Told, World } from '../world.js';
import { type Operation, type OperationName, OPERATIONS, USUAL } from './operations.js';
import { Known } from './known.js';
import { drawPlan } from './plan.js';
import { work } from './work.js';

const ID = '018f3a00-0000-7000-8000-000000000001';

/** A world whose service answers everything with one of everything. @returns what was asked of it */
async function askedBy(seed: number): Promise<readonly Ask[]> {
  const asked: Ask[] = [];
  let now = 0;
  const body = {
    ...{ workspace: { workspace_id: ID }, secret: 'secret', api_key: { api_key_id: ID } },
    ...{ smart_list: { smart_list_id: ID }, outcome: { outcome_id: ID }, call: { call_id: ID } },
    contacts: [{ contact_id: ID }],
    import: { import_id: ID, state: 'open' },
    parked_items: [{ item_id: ID }],
    calls: [{ call_id: ID }],
  };
  const request = async (ask: Ask): Promise<Told> => {
    asked.push(ask);
    return { kind: 'answered', status: asked.length % 7 === 6 ? 503 : 200, headers: {}, body };
  };
  const world: World = {
    ...{ seed, size: 'whole', random: new SeededRandom(seed), now: () => now },
    sleep: async (milliseconds) => void (now += milliseconds),
    client: (name) => ({ name, request }),
    receivers: () => undefined,
    restartOne: () => undefined,
    breakSteps: () => undefined,
  };
  await work(world);
  return asked;
}

it('the same seed asks the same, and another one something else', async () => {
  const [first, again, other] = await Promise.all([askedBy(1), askedBy(1), askedBy(2)]);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

it('what may have been done is asked again under its key and with the same body', async () => {
  const asked = await askedBy(3);
  const byKey = new Map<string, Set<string>>();
  for (const { idempotencyKey, method, path, body } of asked)
    if (idempotencyKey !== undefined)
      byKey.set(idempotencyKey, (byKey.get(idempotencyKey) ?? new Set()).add(JSON.stringify([method, path, body])));
  const repeated = asked.length - new Set(asked.map((ask) => JSON.stringify(ask))).size;
  expect(repeated).toBeGreaterThan(0);
  for (const requests of byKey.values()) expect(requests.size).toBe(1);
});

it('seeds leave operations out, and all of them come up over some seeds', () => {
  const plans = Array.from({ length: 60 }, (_, seed) =>
    drawPlan(new SeededRandom(seed), seed % 2 === 0 ? 'brief' : 'whole'),
  );
  const names = Object.keys(USUAL) as OperationName[];
  for (const name of names) expect(plans.some(({ weights }) => weights[name] > 0)).toBe(true);
  for (const { weights } of plans) expect(weights.next * weights.end).toBeGreaterThan(0);
  expect(plans.some(({ weights }) => names.some((name) => weights[name] === 0))).toBe(true);
});

it('each operation names what is known', () => {
  const random = new SeededRandom(4);
  const known = new Known(random);
  for (const kind of ['lists', 'outcomes', 'contacts', 'calls', 'deliveries', 'endpoints', 'groups', 'hours'] as const)
    known[kind].push(ID);
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const wishes = Array.from({ length: 20 }, () => operation(known, random));
    const naming = wishes.filter(({ path, body }) => `${path} ${JSON.stringify(body)}`.includes(ID));
    const namesNothing = [
      ...['next', 'nextAs', 'preview', 'readStats', 'readCalls', 'readContacts', 'readDeliveries', 'createEndpoint'],
      ...['createHours', 'refreshZones'],
      ...['pauseDialing', 'readDialer', 'enterNumbers', 'removeNumbers', 'readNumbers', 'nextFor', 'previewFor'],
    ].includes(name);
    expect([name, naming.length > 0]).toEqual([name, !namesNothing]);
  }
});
