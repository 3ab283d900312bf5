import { type AttemptWindow, type ListReset, type RetrySeconds, withReset } from '#eligibility';
import type { Collection, DomainEvent, EventSchema, Instant, Recorded, RecordedEvent, Row } from '#kernel';

/** Highest first: the order in which tiers are drained (docs/reference/dialing-rules.md#the-next-contact). */
export const PRIORITIES = ['highest', 'high', 'medium', 'low', 'lowest'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The way in which a list was created. */
export type ListSource = 'api' | 'clone' | 'import';

/**
 * The settings that a client sets (docs/reference/published-contract.md#21-smart-list; bounds and defaults:
 * docs/reference/http-contract.md#smart-list).
 */
export interface SmartListSettings {
  /** 1–200 code points. Unique among the active lists of the workspace. */
  readonly name: string;
  /** At most 2,000 code points. */
  readonly description: string | null;
  readonly priority: Priority;
  /** Attempts per contact and local day; null: no limit; 0: the list is frozen. */
  readonly max_attempts_per_day: number | null;
  /** Attempts per contact for life; null: no limit; 0: the list is frozen. */
  readonly max_attempts_total: number | null;
  /** The retry gap where no result and no disposition has another. */
  readonly min_retry_seconds: number;
  /** The retry gap by the result of the last call, for at least one of them; null: `min_retry_seconds` for all. */
  readonly retry_seconds: RetrySeconds | null;
  /** Attempts per contact in any hours, 1 to 4 of such windows; null: no limit. */
  readonly attempt_windows: readonly AttemptWindow[] | null;
  /** Seconds that it rings: 15, 20, … 60. */
  readonly dial_timeout_seconds: number;
  /** The list that takes exhausted members: the waterfall. */
  readonly next_list_id: string | null;
  /** The calling hours outside of which nobody is dispatched from it; null: at any time. */
  readonly calling_hours_id: string | null;
  /** Nobody is dispatched from it, and nothing else stops (docs/reference/dialing-rules.md#pause). */
  readonly paused: boolean;
}

/** The default settings of a new list. */
export const SETTINGS_DEFAULTS: Omit<SmartListSettings, 'name'> = {
  description: null,
  priority: 'medium',
  max_attempts_per_day: null,
  max_attempts_total: null,
  min_retry_seconds: 3_600,
  retry_seconds: null,
  attempt_windows: null,
  dial_timeout_seconds: 30,
  next_list_id: null,
  calling_hours_id: null,
  paused: false,
};

/** Settings that the first lists did not have. */
type YoungerSettings = 'paused' | 'retry_seconds' | 'attempt_windows' | 'calling_hours_id';

/**
 * All settings are written out, so that later defaults change no list. Those that are younger than an event are absent
 * from it: the list has their defaults.
 */
export type SmartListCreated = DomainEvent<
  'SmartListCreated',
  Omit<SmartListSettings, YoungerSettings> &
    Partial<Pick<SmartListSettings, YoungerSettings>> & {
      readonly smart_list_id: string;
      readonly source: ListSource;
    }
>;

/**
 * A lower max_attempts_total, and the target of the members that it exhausts
 * (docs/reference/dialing-rules.md#the-waterfall).
 */
export interface LoweredCap {
  /**
   * Names the sweep, so that the command that lowers the cap can wait for it: the list and its version after the
   * change.
   */
  readonly cause: string;
  /** Above 0. */
  readonly cap: number;
  /** null: there was none. */
  readonly old_cap: number | null;
  /** A list that was active at that moment. */
  readonly next_list_id: string;
}

/**
 * Only the changed fields; each such event is one version. `exhausts`: the cap was lowered, and the members that it
 * exhausts do not move in the same append; a sweep moves them.
 */
export type SmartListChanged = DomainEvent<
  'SmartListChanged',
  {
    readonly smart_list_id: string;
    readonly changes: Partial<SmartListSettings>;
    readonly exhausts?: LoweredCap;
  }
>;

/**
 * Members of a deleted list do not count. `members_left`: memberships whose end is not in the same append; above 0 a
 * sweep ends them.
 */
export type SmartListDeleted = DomainEvent<
  'SmartListDeleted',
  { readonly smart_list_id: string; readonly members_left: number }
>;

/**
 * The attempts of the members of a list count from 0 again (docs/reference/dialing-rules.md#reset): of all, or of those
 * who had used them up by the settings of that moment. It names nobody: it takes effect by itself.
 */
export type SmartListReset = DomainEvent<
  'SmartListReset',
  { readonly smart_list_id: string; readonly completed_only: boolean }
>;

export type SmartListEvent = SmartListCreated | SmartListChanged | SmartListDeleted | SmartListReset;

export const SMART_LIST_SCHEMAS: readonly EventSchema[] = [
  { type: 'SmartListCreated', version: 1 },
  { type: 'SmartListChanged', version: 1 },
  { type: 'SmartListDeleted', version: 1 },
  { type: 'SmartListReset', version: 1 },
];

/** A smart list, also a deleted one. */
export interface SmartListRow extends Row, SmartListSettings {
  readonly workspace_id: string;
  readonly smart_list_id: string;
  readonly source: ListSource;
  /** Counts the changes of the settings, from 1; the ETag. */
  readonly version: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  /** Revision of its creation: the order of GET /smart-lists. */
  readonly number: number;
  /**
   * Revision of the last change that raised max_attempts_total, which ends the sweeps of caps lowered before; -1
   * without one.
   */
  readonly cap_raised: number;
  /** The resets of all its members that still decide what some of them count, each of fewer attempts than the next. */
  readonly resets: readonly ListReset[];
  /** 0 once deleted. */
  readonly live: 0 | 1;
}

export const SMART_LISTS: Collection<SmartListRow> = {
  name: 'smart_lists',
  key: ['workspace_id', 'smart_list_id'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'number'] }],
};

/** Whether an event is one of this file's. */
export function isSmartListEvent(event: RecordedEvent): event is Recorded<SmartListEvent> {
  return SMART_LIST_SCHEMAS.some(({ type }) => type === event.type);
}

const { paused, retry_seconds, attempt_windows, calling_hours_id } = SETTINGS_DEFAULTS;
const YOUNGER_DEFAULTS: Pick<SmartListSettings, YoungerSettings> = {
  paused,
  retry_seconds,
  attempt_windows,
  calling_hours_id,
};

/** The list after an event of its own. */
export function evolveSmartList(
  row: SmartListRow | undefined,
  event: Recorded<SmartListEvent>,
): SmartListRow | undefined {
  const { revision, metadata } = event;
  const at = metadata.occurred_at;
  switch (event.type) {
    case 'SmartListCreated':
      return {
        workspace_id: metadata.workspace_id,
        ...YOUNGER_DEFAULTS,
        ...event.data,
        version: 1,
        created_at: at,
        updated_at: at,
        number: revision,
        cap_raised: -1,
        resets: [],
        live: 1,
        revision,
      };
    case 'SmartListChanged': {
      const { changes } = event.data;
      if (!row) return undefined;
      const cap_raised = raisesCap(row, changes) ? revision : row.cap_raised;
      return { ...row, ...changes, cap_raised, version: row.version + 1, updated_at: at, revision };
    }
    case 'SmartListDeleted':
      return row && { ...row, live: 0, updated_at: at, revision };
    case 'SmartListReset': {
      if (!row) return undefined;
      const attempts = event.data.completed_only ? row.max_attempts_total : 1;
      // Where attempts are not limited, or the list is frozen, nobody has used them up.
      return attempts ? { ...row, resets: withReset(row.resets, { revision, attempts }), revision } : row;
    }
    default:
      return event satisfies never;
  }
}

function raisesCap({ max_attempts_total: old }: SmartListSettings, changes: Partial<SmartListSettings>): boolean {
  const { max_attempts_total: cap } = changes;
  return cap !== undefined && old !== null && (cap === null || cap > old);
}
