/** What the demo reads of the service's answers (the reference at /docs has all of it). */
export interface List {
  readonly smart_list_id: string;
  readonly name: string;
  readonly priority: string;
  readonly member_count: number;
}

export interface Call {
  readonly call_id: string;
  readonly contact_id: string;
  readonly smart_list_id: string | null;
  readonly result: string | null;
  readonly attempt_number: number;
  /** ISO 8601. */
  readonly dispatched_at: string;
  /** `callback_at`: null unless the call is a callback. */
  readonly snapshot: { readonly name: string | null; readonly callback_at: string | null };
}

export interface Member {
  readonly contact_id: string;
  readonly status: 'queued' | 'waiting' | 'in_call' | 'completed' | 'frozen' | 'removed';
  readonly status_reason: string;
  readonly attempt_count: number;
  readonly source: string;
  readonly schedule_time: string | null;
  readonly last_disposition: { readonly outcome_name: string } | null;
}

export interface Gate {
  readonly gate:
    | 'membership'
    | 'do_not_call'
    | 'dialing_not_paused'
    | 'list_not_paused'
    | 'caps_not_zero'
    | 'no_call_in_flight'
    | 'total_cap'
    | 'daily_cap'
    | 'callback'
    | 'attempt_windows'
    | 'contact_windows'
    | 'retry_gap'
    | 'calling_hours';
  readonly passed: boolean;
  readonly value: number | string | null;
  readonly threshold: number | string | null;
  readonly until: string | null;
  /** Only of calling_hours. */
  readonly zones?: readonly string[];
}

/** Members of a list by status; those that wait, by what they wait for. */
export interface MembersByStatus {
  readonly queued: number;
  readonly waiting_callback: number;
  readonly waiting_daily_cap: number;
  readonly waiting_window_cap: number;
  readonly waiting_contact_cap: number;
  readonly waiting_retry_gap: number;
  readonly waiting_calling_hours: number;
  readonly in_call: number;
  readonly completed: number;
  readonly frozen: number;
}

export interface PreviewedCall {
  readonly contact_id: string;
  readonly smart_list_id: string | null;
  readonly attempt_number: number;
}
