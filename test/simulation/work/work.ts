import type { Work, World } from '../world.js';
import { BrokenWork } from './broken-work.js';
import { drawPlan } from './plan.js';
import { rebuildRows } from './rebuilding.js';
import { NO_LIMITS, planWithin, type WorkLimits } from './work-limits.js';
import { WorkspaceWork } from './workspace-work.js';

/** Share of runs with a second workspace beside the first. */
const TWO_WORKSPACES = 0.15;

/** Clients at one or two workspaces, over all slices, by a plan that the seed draws. Receivers fail now and then. */
export const work: Work = workWithin(NO_LIMITS);

/** The same, and no more of it than `limits`. */
export function workWithin(limits: WorkLimits): Work {
  return async (world) => {
    const random = world.random.fork('work');
    receivers(world, limits);
    const drawn = random.chance(TWO_WORKSPACES) ? ['first', 'second'] : ['first'];
    const all = drawn.slice(0, limits.workspaces).map((name) => {
      const plan = planWithin(drawPlan(random.fork(`plan of the ${name}`), world.size), limits);
      return new WorkspaceWork(world, random.fork(name), plan).run();
    });
    const clients = Promise.all([...all, rebuildRows(world, limits.rebuilds)]);
    await Promise.all([clients, new BrokenWork(world, limits.brokenSteps).run(clients)]);
  };
}

function receivers(world: World, { failingReceivers }: WorkLimits): void {
  const random = world.random.fork('receivers');
  const failing = Math.min(random.pick([0, 0.2, 0.7]), failingReceivers);
  world.receivers(() => {
    if (!random.chance(failing)) return { status: random.pick([200, 201, 204]), afterMs: random.below(300) };
    return random.pick([
      { status: 500 },
      { status: 503 },
      { status: 410 },
      { status: 404 },
      'hang',
      'refused',
    ] as const);
  });
}
