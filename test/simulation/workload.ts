import { simulate } from './simulate.js';
import { work } from './work/work.js';

export { judge } from './promises/judge.js';
export { shrinkSeed } from './shrinking/shrink-seed.js';
export { work };

/**
 * Runs a world that is not judged, before the first one of a process that is: it loads modules, which takes turns of
 * the event loop that no other world takes.
 */
export async function warmUp(): Promise<void> {
  await simulate(0, work);
}
