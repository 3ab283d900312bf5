/** What is kept with a call of which no client has told anything. */
export const NO_CALL_DETAILS = {
  agent_id: null,
  reference: null,
  notes: null,
  duration_seconds: null,
  recording_url: null,
} as const;
