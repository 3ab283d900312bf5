import { ADMIN_TOKEN, type World } from '../world.js';

/** Share of runs in which an operator rebuilds the rows. */
const REBUILT = 0.3;
/** Milliseconds between two of its requests, at most. */
const PAUSE_MS = { brief: 3_000, whole: 15_000 };

/** An operator rebuilds the rows of a service at work, goes back to those before, and looks how far it is. */
export async function rebuildRows(world: World, most: number): Promise<void> {
  const random = world.random.fork('rebuilds');
  if (!random.chance(REBUILT)) return;
  const operator = world.client('operator of the rows');
  const times = Math.min(2 + random.below(world.size === 'brief' ? 3 : 8), most);
  for (let n = 0; n < times; n += 1) {
    await world.sleep(random.below(PAUSE_MS[world.size]));
    const kind = random.weighted({ rebuild: 3, forced: 1, back: 3, look: 2 });
    const key = ADMIN_TOKEN;
    if (kind === 'look') await operator.request({ method: 'GET', path: '/admin/projections', key });
    else if (kind === 'back') await operator.request({ method: 'POST', path: '/admin/projections/back', key });
    else {
      const body = { force: kind === 'forced' };
      await operator.request({ method: 'POST', path: '/admin/projections/rebuild', key, body });
    }
  }
}
