/** The resources of the contract as a client would type them (docs/reference/http-contract.md#resources). */
export interface SmartList {
  readonly smart_list_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly priority: 'highest' | 'high' | 'medium' | 'low' | 'lowest';
  readonly max_attempts_per_day: number | null;
  readonly max_attempts_total: number | null;
  readonly min_retry_seconds: number;
  readonly retry_seconds: Readonly<Record<string, number>> | null;
  readonly attempt_windows: readonly { readonly attempts: number; readonly hours: number }[] | null;
  readonly dial_timeout_seconds: number;
  readonly next_list_id: string | null;
  readonly calling_hours_id: string | null;
  readonly source: string;
  readonly member_count: number;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Whether dialing is paused in a workspace. */
export interface Dialing {
  readonly paused: boolean;
  readonly paused_at: string | null;
}

export interface Member {
  readonly contact_id: string;
  readonly phone: string;
  readonly smart_list_id: string;
  readonly status: string;
  readonly status_reason: string;
  readonly attempt_count: number;
  readonly attempts_today: number;
  readonly last_attempt_at: string | null;
  readonly last_disposition: { readonly outcome_id: string; readonly outcome_name: string } | null;
  readonly schedule_time: string | null;
  readonly callback: {
    readonly callback_at: string;
    readonly agent_id: string | null;
    readonly owner_seconds: number | null;
    readonly due_at: string | null;
    readonly owner_until: string | null;
  } | null;
  readonly source: string;
  readonly added_at: string;
  readonly erased_at: string | null;
}

/** A member, with the name of its list. */
export interface Membership extends Member {
  readonly smart_list_name: string;
}

export interface DialGroup {
  readonly dial_group_id: string;
  readonly name: string;
  readonly smart_list_ids: readonly string[];
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface CallingHours {
  readonly calling_hours_id: string;
  readonly name: string;
  readonly zone: string;
  readonly intervals: readonly { readonly days: readonly string[]; readonly from: string; readonly to: string }[];
  readonly closed_dates: readonly string[];
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Outcome {
  readonly outcome_id: string;
  readonly outcome_name: string;
  readonly outcome_type: 'action' | 'disposition';
  readonly order: number;
  readonly destination: {
    readonly destination_type: string;
    readonly destination_id: string | null;
    readonly destination_name: string | null;
    readonly smart_list_ids?: readonly string[];
  };
  readonly webhook_url: string | null;
  readonly retry_seconds: number | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Call {
  readonly call_id: string;
  readonly contact_id: string;
  readonly phone: string;
  readonly smart_list_id: string | null;
  readonly state: 'in_progress' | 'ended' | 'completed';
  readonly result: string | null;
  readonly attempt_number: number | null;
  readonly snapshot: object | null;
  readonly agent_id: string | null;
  readonly reference: string | null;
  readonly notes: string | null;
  readonly duration_seconds: number | null;
  readonly recording_url: string | null;
  readonly outcomes: readonly {
    readonly sequence: number;
    readonly outcome_id: string;
    readonly outcome_name: string;
    readonly outcome_type: 'action' | 'disposition';
    readonly destination: Outcome['destination'];
    readonly applied_at: string;
  }[];
  readonly dispatched_at: string;
  readonly lease_expires_at: string;
  readonly ended_at: string | null;
  readonly completed_at: string | null;
  readonly erased_at: string | null;
}

export interface OutcomeApplied {
  readonly ok: true;
  readonly call: Call;
  readonly outcome: Outcome;
  readonly delivery_id: string | null;
}

export interface Contact {
  readonly contact_id: string;
  readonly phone: string;
  readonly name: string | null;
  readonly created_at: string;
  readonly external_id: string | null;
  readonly phones: readonly { readonly phone: string; readonly label: string | null }[];
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly time_zone: string | null;
  readonly zones: readonly string[];
  readonly zones_source: 'given' | 'number' | 'workspace';
  readonly capped_until: string | null;
}

/** What became of an import. */
export interface ContactsImported {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly contacts: readonly {
    readonly contact_id: string;
    readonly phone: string;
    readonly result: 'created' | 'updated' | 'unchanged' | 'refused';
    readonly refusal?: { readonly pointer: string; readonly code: string; readonly detail: string };
  }[];
}

/** A reference to a contact, as batches take it. */
export type Reference = { readonly contact_id: string } | { readonly phone: string };

export interface AddCounts {
  readonly ok: true;
  readonly inserted: number;
  readonly skipped: number;
  readonly unmatched: number;
  readonly unmatched_references?: readonly Reference[];
}

export interface RemoveCounts {
  readonly ok: true;
  readonly removed: number;
  readonly skipped: number;
  readonly unmatched: number;
  readonly unmatched_references?: readonly Reference[];
}

export interface ResetCounts {
  readonly ok: true;
  readonly reset: number;
  readonly skipped: number;
  readonly unmatched: number;
  readonly unmatched_references?: readonly Reference[];
}

export interface ListReset {
  readonly ok: true;
  readonly smart_list_id: string;
  readonly reset: true;
}

export interface OutcomeEnvelope {
  readonly ok: true;
  readonly outcome: Outcome;
  readonly disposition_popup_enabled: boolean;
}

export interface FieldProblem {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly ok: false;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly FieldProblem[];
}

export interface ApiKey {
  readonly api_key_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}
