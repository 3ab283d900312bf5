import { EmbeddedPlace } from './embedded.js';
import type { Pair, Place } from './place.js';
import { pairOfThisRun } from './place.js';

/** An empty place on a pair, for a service that is stopped and started again. The caller removes it. */
export async function makePlace(pair: Pair = pairOfThisRun()): Promise<Place> {
  if (pair === 'embedded') return new EmbeddedPlace();
  throw new Error(`no tests on the ${pair} pair yet`);
}
