import type { Work, World } from '../world.js';
import { drawPlan } from './plan.js';
import { WorkspaceWork } from './workspace-work.js';

/** Share of runs with a second workspace beside the first. */
const TWO_WORKSPACES = 0.15;

/** Clients at one or two workspaces, over all slices, by a plan that the seed draws. Receivers fail now and then. */
export const work: Work = async (world) => {
  const random = world.random.fork('work');
  receivers(world);
  const all = random.chance(TWO_WORKSPACES) ? ['first', 'second'] : ['first'];
  await Promise.all(
    all.map((name) => new WorkspaceWork(world, random.fork(name), drawPlan(random.fork(`plan of the ${name}`))).run()),
  );
};

function receivers(world: World): void {
  const random = world.random.fork('receivers');
  const failing = random.pick([0, 0.2, 0.7]);
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
