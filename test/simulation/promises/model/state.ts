import type {
  Details,
  Exhausts,
  ListSettings,
  OutcomeSettings,
  Party,
  PersonDetails,
  Quotas,
  WorkspaceSettings,
} from './events.js';

/** What the model remembers of a workspace. Instants are milliseconds since 1970; numbers are stream revisions. */

export interface Contact {
  readonly id: string;
  /** Contact number: the revision of the first import. */
  readonly number: number;
  readonly importedAt: number;
  phone: string;
  name: string | null;
  details: PersonDetails;
  /** Revisions since which it has its further phones, by place and phone. */
  furtherSince: ReadonlyMap<string, number>;
  live: boolean;
  erasure: 'none' | 'requested' | 'started' | 'completed';
  /** The last erasure, and its revision; null: it was not erased, or was imported again since. */
  erasedAt: number | null;
  /** Stays when it is imported again; -1: it never was erased. */
  erasedRevision: number;
}

export interface List {
  readonly id: string;
  readonly number: number;
  settings: ListSettings;
  version: number;
  live: boolean;
  /** The revision of the last change that raised max_attempts_total; -1: none did. */
  capRaised: number;
}

/** The newest stay of a contact on a list. */
export interface Membership {
  readonly listId: string;
  readonly contactId: string;
  /** Member number. */
  readonly number: number;
  readonly source: string;
  readonly addedAt: number;
  /** Why it has ended in the log; null: it has not. */
  removed: string | null;
  callback: Callback | null;
}

/** A promise to call a member. */
export interface Callback {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** null: nobody's own. */
  readonly agent: string | null;
  /** Milliseconds. */
  readonly ownerMs: number;
  /** Whether it was told that it is due. */
  readonly told: boolean;
  /** Revision of the event that set it. */
  readonly revision: number;
}

export interface Call {
  readonly party: Party;
  /** Of the event that began it: the order of dispatch. */
  readonly number: number;
  readonly phone: string;
  /** null: registered, or dialed from no list. */
  readonly tier: string | null;
  readonly dispatchedAt: number;
  readonly leaseMs: number;
  leaseExpiresAt: number;
  result: string | null;
  endedAt: number | null;
  wrapUpExpiresAt: number | null;
  completedAt: number | null;
  /** When it lost its phone; null: it has it. */
  erasedAt: number | null;
  readonly outcomes: { readonly id: string; readonly type: string; readonly retrySeconds: number | null }[];
  details: Details;
  /** Its contact was reset on its list since the dispatch. */
  wasReset: boolean;
  /** The callback that it was; null: none. */
  readonly callback: Callback | null;
}

export interface Outcome {
  readonly id: string;
  settings: OutcomeSettings;
  version: number;
}

export interface ApiKey {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  revoked: boolean;
}

export interface Sweep {
  readonly cause: string;
  readonly listId: string;
  /** The revision of its cause. */
  readonly since: number;
  /** null: the list was deleted. */
  readonly lowered: Exhausts | null;
  upTo: number;
  done: boolean;
}

export interface Delivery {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly outcomeId: string;
  readonly callId: string;
  readonly contactId: string;
  /** '': it is sent to the URL of an outcome. */
  readonly endpointId: string;
  /** The revision of its request. */
  readonly number: number;
}

/** Settings before the first event: WorkspaceCreated writes all of them. */
export const NO_SETTINGS: WorkspaceSettings & { readonly quotas: Quotas } = {
  name: '',
  time_zone: 'UTC',
  unlisted: {
    enabled: false,
    max_attempts_per_day: null,
    max_attempts_total: null,
    min_retry_seconds: 0,
    dial_timeout_seconds: 30,
  },
  lease_seconds: 0,
  wrap_up_seconds: 0,
  contact_windows: null,
  calling_hours_id: null,
  writes_paused: false,
  // The defaults of docs/reference/http-contract.md#admin-routes: events older than quotas name none.
  quotas: { contacts: 5_000_000, members: 20_000_000, open_calls: 10_000, deliveries_waiting: 1_000_000 },
};

export const isInFlight = (call: Call): boolean => call.endedAt === null;
export const isOpen = (call: Call): boolean => call.completedAt === null;
