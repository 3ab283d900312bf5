import type { Instant } from '#kernel';
import type { HoursOfWorkspace, NamedHours } from './hours/hours-of-settings.js';
import type { AttemptWindow } from './waits.js';

/** When and where a subject is judged: an instant, and what counts for the whole workspace. */
export interface Moment extends HoursOfWorkspace {
  /** t of the decision or read (docs/reference/consistency.md#time). */
  readonly at: Instant;
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
  readonly calling_hours_id: string | null;
}

/**
 * An instant in a workspace, by its settings as they are.
 * @param hours all calling hours of the workspace
 */
export function momentOf(workspace: WorkspaceNow, at: Instant, hours: Iterable<NamedHours>): Moment {
  const { time_zone, dialing_paused_at, contact_windows, calling_hours_id } = workspace;
  return {
    at,
    zone: time_zone,
    isPaused: dialing_paused_at !== null,
    contactWindows: contact_windows,
    hours: new Map([...hours].map((each) => [each.calling_hours_id, each])),
    workspaceHours: calling_hours_id,
  };
}
