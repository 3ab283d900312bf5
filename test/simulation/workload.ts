import type { History } from './world.js';

export { smokeWork as work } from './smoke-work.js';

/** What must hold of every finished run; a sentence for each violation. */
export function judge({ faults, stuck }: History): readonly string[] {
  return stuck === undefined ? faults : [...faults, stuck];
}
