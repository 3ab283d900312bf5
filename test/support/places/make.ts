import { EmbeddedPlace } from './embedded.js';
import type { Pair, Place } from './place.js';
import { pairOfThisRun } from './place.js';

/** An empty place on a pair, for a service that is stopped and started again. The caller removes it. */
export async function makePlace(pair: Pair = pairOfThisRun()): Promise<Place> {
  if (pair === 'embedded') return new EmbeddedPlace();
  // Loaded when it is asked for: tests of the embedded pair are not to wait for drivers and doubles they do not use.
  const { DistributedPlace } = await import('./distributed.js');
  return DistributedPlace.make();
}
