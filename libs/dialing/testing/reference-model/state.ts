/**
 * The state of the reference model of dialing. Written from docs/reference/dialing-rules.md and
 * docs/reference/http-contract.md alone, on purpose without a line of the code it is compared with: nothing is counted
 * in advance, every number is computed from all calls. Instants are milliseconds since 1970.
 */

export interface ModelContact {
  readonly id: string;
  /** null: it was erased. */
  phone: string | null;
  name: string | null;
  /** The zone that was given; null: none was. */
  time_zone: string | null;
  /** Contact number: the order of first imports. */
  readonly number: number;
  live: boolean;
  readonly created_at: number;
  /** null: it was not erased, or imported again since. */
  erased_at: number | null;
}

/** At most `attempts` in any `hours` hours. */
export interface ModelWindow {
  readonly attempts: number;
  readonly hours: number;
}

export interface ModelLimits {
  max_attempts_per_day: number | null;
  max_attempts_total: number | null;
  min_retry_seconds: number;
  /** By result; null: all have `min_retry_seconds`; absent for contacts without a list. */
  retry_seconds?: Readonly<Record<string, number>> | null;
  /** null: none; absent for contacts without a list. */
  attempt_windows?: readonly ModelWindow[] | null;
  dial_timeout_seconds: number;
}

export interface ModelSettings extends ModelLimits {
  name: string;
  description: string | null;
  priority: string;
  next_list_id: string | null;
  /** null: none of its own. */
  calling_hours_id: string | null;
  paused: boolean;
}

export interface ModelList extends ModelSettings {
  readonly id: string;
  readonly source: string;
  live: boolean;
}

/** A dial group: one that is deleted is gone. */
export interface ModelGroup {
  readonly id: string;
  name: string;
  lists: readonly ModelList[];
}

/** What a request dials; null: the whole workspace. */
export type ModelScope = ModelList | ModelGroup | null;

/** A promise to call a member, in milliseconds since 1970. */
export interface ModelCallback {
  readonly at: number;
  /** null: no owner. */
  readonly agent: string | null;
  readonly owner_seconds: number;
}

/** One stay of a contact on a list. Ended ones stay in the state. */
export interface ModelMembership {
  readonly list: ModelList;
  readonly contact: ModelContact;
  /** Member number. */
  readonly number: number;
  readonly source: string;
  readonly added_at: number;
  removed: string | null;
  /** null: none is to come. */
  callback: ModelCallback | null;
}

export interface ModelOutcome {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly destination_type: string;
  readonly destination_id: string | null;
  readonly smart_list_ids: readonly string[];
  readonly retry_seconds: number | null;
}

export interface ModelCall {
  readonly id: string;
  readonly contact: ModelContact;
  /** The contact's phone at the dispatch; null: it was erased. */
  phone: string | null;
  /** The number that was dialed, which limits of contacts count whatever becomes of its contact. */
  readonly dialed: string | null;
  /** null: dialed from no list, or registered. */
  readonly list: ModelList | null;
  /** null: registered; of a contact without a list its contact number. */
  readonly number: number | null;
  readonly attempt_number: number | null;
  readonly snapshot: Readonly<Record<string, unknown>> | null;
  /** The one that its dispatch ended; null: none. */
  readonly callback: ModelCallback | null;
  readonly dispatched_at: number;
  readonly lease_seconds: number;
  lease_expires_at: number;
  result: string | null;
  ended_at: number | null;
  wrap_up_expires_at: number | null;
  completed_at: number | null;
  erased_at: number | null;
  /** Its contact was reset on its list since the dispatch. */
  was_reset: boolean;
  readonly outcomes: ModelOutcome[];
}

/** A refusal: the `code` of a problem document. */
export class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Highest first. */
export const NAIVE_TIERS = ['highest', 'high', 'medium', 'low', 'lowest'];

export const LIST_DEFAULTS: Omit<ModelSettings, 'name'> = {
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

/** Settings of a workspace. */
export class ModelWorkspace {
  time_zone = 'UTC';
  /** null: only lists have hours. */
  calling_hours_id: string | null = null;
  /** null: dialing is not paused. */
  dialing_paused_at: number | null = null;
  lease_seconds = 7_200;
  wrap_up_seconds = 600;
  /** The limits of a contact over all lists; null: none. */
  contact_windows: readonly ModelWindow[] | null = null;
  unlisted: ModelLimits & { enabled: boolean } = {
    enabled: true,
    max_attempts_per_day: 1,
    max_attempts_total: null,
    min_retry_seconds: 86_400,
    dial_timeout_seconds: 30,
  };
}
