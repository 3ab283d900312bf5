import { judge } from '../promises/judge.js';
import { simulate } from '../simulate.js';
import { workWithin } from '../work/work.js';
import type { History } from '../world.js';
import { shrink } from './shrink.js';
import { drawnCase, type WorldCase } from './world-case.js';

/**
 * The smallest world of a seed that breaks the promise that a violation names.
 * @param violation as the judge says it: the name of the promise before a colon
 */
export async function shrinkSeed(
  seed: number,
  violation: string,
): Promise<{ readonly smallest: WorldCase; readonly history: History }> {
  const promise = violation.slice(0, violation.indexOf(':') + 1);
  const run = ({ work, ...options }: WorldCase): Promise<History> => simulate(seed, workWithin(work), options);
  const isBroken = async (smaller: WorldCase): Promise<boolean> =>
    judge(await run(smaller)).some((sentence) => sentence.startsWith(promise));
  const smallest = await shrink(drawnCase(seed), isBroken);
  return { smallest, history: await run(smallest) };
}
