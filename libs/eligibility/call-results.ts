/** The results that a dialer may report (docs/reference/dialing-rules.md#a-calls-life). */
export const END_RESULTS = ['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'cancelled', 'not_placed'] as const;
export type EndResult = (typeof END_RESULTS)[number];
/** The service itself sets `lost`: the lease has expired. */
export const CALL_RESULTS = [...END_RESULTS, 'lost'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];
