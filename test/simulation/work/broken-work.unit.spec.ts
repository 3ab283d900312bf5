import { SeededRandom } from '../kernel/seeded-random.js';
import type { Told, World, WorkerStep } from '../world.js';
import { BrokenWork } from './broken-work.js';

const ITEM = '018f3a00-0000-7000-8000-000000000001';
const STEPS = (['send', 'record', 'shred'] as const).flatMap((kind) =>
  Array.from({ length: 20 }, (_, n): WorkerStep => ({ kind, id: `item ${n}` })),
);

/** Runs the work of one seed in a world whose workers try steps with each request. */
async function ran(seed: number, { most = 1, triesSteps = true } = {}) {
  const [asked, failed]: [string[], string[]] = [[], []];
  let now = 0;
  let isBroken: (step: WorkerStep) => boolean = () => false;
  const answer: Told = { kind: 'answered', status: 200, headers: {}, body: { parked_items: [{ item_id: ITEM }] } };
  const world: World = {
    ...{ seed, size: 'whole', random: new SeededRandom(seed), now: () => now },
    sleep: async (milliseconds) => void (now += milliseconds),
    client: (name) => ({
      name,
      request: async ({ method, path }) => {
        asked.push(`${method} ${path}`);
        if (triesSteps) failed.push(...STEPS.filter((step) => isBroken(step)).map(({ kind, id }) => `${kind} ${id}`));
        return answer;
      },
    }),
    receivers: () => undefined,
    restartOne: () => undefined,
    breakSteps: (steps) => (isBroken = steps),
  };
  await new BrokenWork(world, most).run(Promise.resolve());
  return { asked: [...new Set(asked)].sort(), failed: new Set(failed), took: now, isHealed: !STEPS.some(isBroken) };
}

const SEEDS = Array.from({ length: 120 }, (_, seed) => seed);
const DECIDED = ['GET /admin/parked', `POST /admin/parked/${ITEM}/retry`, `POST /admin/parked/${ITEM}/skip`];

it('breaks steps of some items in some seeds, until they work again, while an operator decides', async () => {
  const all = await Promise.all(SEEDS.map((seed) => ran(seed)));
  const broken = all.filter(({ failed }) => failed.size > 0);
  expect([broken.length > 3, broken.length < 30]).toEqual([true, true]);
  expect(broken.some(({ failed }) => failed.size < 20)).toBe(true);
  expect(broken.some(({ asked }) => DECIDED.every((each) => asked.includes(each)))).toBe(true);
  expect(all.every(({ isHealed }) => isHealed)).toBe(true);
});

it('ends soon where no step has failed by the end of the clients, and breaks nothing where it may not', async () => {
  const idle = await Promise.all(SEEDS.map((seed) => ran(seed, { triesSteps: false })));
  expect(Math.max(...idle.map(({ took }) => took))).toBeLessThan(40_000);
  const limited = await Promise.all(SEEDS.map((seed) => ran(seed, { most: 0 })));
  expect(limited.every(({ asked, took }) => asked.length === 0 && took === 0)).toBe(true);
});
