import { SeededRandom } from './kernel/seeded-random.js';
import type { Size } from './world.js';

/** Share of worlds. */
const WHOLE = 0.1;

/** From a source of its own. */
export function drawSize(seed: number): Size {
  return new SeededRandom(seed).fork('size').chance(WHOLE) ? 'whole' : 'brief';
}
