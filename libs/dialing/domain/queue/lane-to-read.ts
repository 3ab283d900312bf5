import type { Lane } from './eligible-members.js';

/** A lane with what its members are read by. */
export interface LaneToRead extends Lane {
  readonly listIds: readonly string[];
  /** The clocks of its contacts as rows have them; null: they do not matter. */
  readonly zones: string | null;
}
