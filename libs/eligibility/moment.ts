import type { Instant } from '#kernel';
import type { AttemptWindow } from './waits.js';

/** When and where a subject is judged: an instant, and what counts for the whole workspace. */
export interface Moment {
  /** t of the decision or read (docs/reference/consistency.md#time). */
  readonly at: Instant;
  /** The workspace's current zone. */
  readonly zone: string;
  /** Whether dialing is paused in the workspace. */
  readonly isPaused: boolean;
  /** The workspace's limits of a contact over all lists; null: none. */
  readonly contactWindows: readonly AttemptWindow[] | null;
}

/** What a moment takes from the settings of its workspace. */
interface WorkspaceNow {
  readonly time_zone: string;
  readonly dialing_paused_at: Instant | null;
  readonly contact_windows: readonly AttemptWindow[] | null;
}

/** An instant in a workspace, by its settings as they are. */
export function momentOf({ time_zone, dialing_paused_at, contact_windows }: WorkspaceNow, at: Instant): Moment {
  return { at, zone: time_zone, isPaused: dialing_paused_at !== null, contactWindows: contact_windows };
}
