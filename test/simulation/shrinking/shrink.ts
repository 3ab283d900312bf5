import { smallerCases, type WorldCase } from './world-case.js';

/** Worlds that are run at most for one story: half a second each. */
const MAX_RUNS = 800;

/**
 * Leaves out of a case what its fault does not need: troubles, faults of stores, processes, clients, requests, kinds of
 * requests, one at a time, as long as the fault stays.
 * @param isBroken whether a case still has the fault
 * @returns a case of which no part can be left out, or the smallest that was found in 800 runs
 */
export async function shrink(whole: WorldCase, isBroken: (smaller: WorldCase) => Promise<boolean>): Promise<WorldCase> {
  let [smallest, runs] = [whole, 0];
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const smaller of smallerCases(smallest)) {
      if (runs === MAX_RUNS) return smallest;
      runs += 1;
      if (!(await isBroken(smaller))) continue;
      [smallest, isSmaller] = [smaller, true];
      break;
    }
  }
  return smallest;
}
