/**
 * The rows of the published contract (docs/reference/published-contract.md), as titles of tests name them, with their
 * text. The number is that of the section.
 */
export const SEED_ROWS = {
  'seed 1 rule 1': 'Priority tiers are drained in this order: highest, high, medium, low, lowest.',
  'seed 1 rule 2': 'Inside a tier the scheduler uses a durable, deterministic cursor.',
  'seed 1 rule 3': 'Every eligible listed contact is considered before any contact that is not in a list.',
  'seed 1 rule 4': 'When the total-attempt rule completes for a member, it is moved to the list named by next_list_id.',
  'seed 2.1 name':
    'Must not duplicate the name of another active list in the workspace (conflict: 409 resource_conflict).',
  'seed 2.1 description': 'Free text.',
  'seed 2.1 priority': 'One of: highest, high, medium, low, lowest.',
  'seed 2.1 max_attempts_per_day': 'Per-contact, per-list daily cap. null means unlimited. 0 freezes dispatch.',
  'seed 2.1 max_attempts_total': 'Per-contact, per-list lifetime cap. null means unlimited. 0 freezes dispatch.',
  'seed 2.1 caps at dispatch': 'Nobody is dialed whose attempts have reached a cap, and nobody of a frozen list.',
  'seed 2.1 min_retry_seconds': 'Minimum seconds before the same list member is eligible again (an integer).',
  'seed 2.1 dial_timeout_seconds': 'Ring timeout. Allowed values 15 to 60 inclusive, in steps of 5.',
  'seed 2.1 next_list_id':
    'A list in the same workspace that receives a member after the total-attempt rule completes. ' +
    'null clears the waterfall.',
  'seed 2.1 read-only':
    'source, creation timestamps, membership attempt counters, statuses, dispositions: never writable.',
  'seed 2.2 reference':
    'A contact is identified by contact_id or phone, resolved only inside the workspace; ' +
    'the canonical contact ID is stored.',
  'seed 2.2 scheduler data':
    'Member reads expose attempt count, last attempt, last disposition, schedule time, status, status reason.',
  'seed 2.2 attempts': 'attempt_count, last_attempt_at and last_disposition change with calls.',
  'seed 2.2 status filter': 'Members can be filtered by status when listed.',
  'seed 2.3 outcome_id': 'Assigned by the service (UUID).',
  'seed 2.3 outcome_name': 'Required on create.',
  'seed 2.3 outcome_type': 'action or disposition.',
  'seed 2.3 order': 'Position/ordering value for the outcome (an integer).',
  'seed 2.3 destination_type': 'Values seen: smart_list, none.',
  'seed 2.3 destination_id': 'Identifier of the destination, given when destination_type is smart_list.',
  'seed 2.3 destination': 'Returned form: destination_type, destination_id, destination_name.',
  'seed 2.3 webhook_url': 'HTTPS URL. Required for outcome_type action. Not used by disposition outcomes.',
  'seed 2.3 created_at': 'ISO 8601 UTC timestamp with milliseconds.',
  'seed 2.3 updated_at': 'ISO 8601 UTC timestamp with milliseconds.',
  'seed 2.3 envelope':
    'ok, outcome, disposition_popup_enabled; the list read returns the outcomes together with the flag.',
  'seed 2.3 disposition_popup_enabled': 'True when at least one disposition outcome is configured, otherwise false.',
  'seed 3 popup': 'Creating the first disposition outcome switches disposition_popup_enabled on.',
  'seed 3 inserted': 'Batch add of a reference that resolves and is not active: active member, counted as inserted.',
  'seed 3 skipped': 'Batch add of an active member: unchanged, counted as skipped.',
  'seed 3 removed': 'Batch remove of an active member: removed, counted as removed.',
  'seed 3 unmatched': 'An unresolvable reference leaves everything unchanged and is counted as unmatched.',
  'seed 4 POST /smart-lists': 'Body: the fields of 2.1. The created list.',
  'seed 4 GET /smart-lists': 'Query: page_token. A page of lists plus next_page_token.',
  'seed 4 PATCH /smart-lists/{smartListId}':
    'Only the fields to change; null for a cap: unlimited; null for next_list_id clears the waterfall.',
  'seed 4 POST /smart-lists/{smartListId}/clone': 'A new list with all dialing settings copied and no members.',
  'seed 4 DELETE /smart-lists/{smartListId}': 'Deletes the list and its memberships.',
  'seed 4 calls in flight': 'Calls already in flight keep their immutable call snapshot when the list is deleted.',
  'seed 4 GET /smart-lists/{smartListId}/members':
    'Query: status, page_token. A page of members; plus next_page_token.',
  'seed 4 POST /smart-lists/{smartListId}/members/batch':
    'members, an array of 1 to 100 items. Counts: inserted, skipped, unmatched.',
  'seed 4 POST /smart-lists/{smartListId}/members/batch-remove':
    '1 to 100 references. Counts: removed, skipped, unmatched. Atomic.',
  'seed 4 POST /smart-list-members/batch-remove':
    'Removes the same contacts from every active list in the workspace. Atomic.',
  'seed 4 GET /phone-system/outcomes': 'Outcomes plus disposition_popup_enabled.',
  'seed 4 POST /phone-system/outcomes': 'Status 201 Created; body: ok, outcome, disposition_popup_enabled.',
  'seed 4 rule 1': 'Pagination is opaque: pass next_page_token back unchanged as page_token.',
  'seed 4 rule 2':
    'A reference that does not resolve inside the workspace is unmatched; it never resolves against another tenant.',
  'seed 4 rule 3': 'Batch remove operations are atomic.',
  'seed 4 rule 4': 'Reads are tenant-scoped and do not accept X-Active-Subaccount as an override.',
  'seed 4 rule 5': 'Action outcome: webhook_url is required. Disposition: none and no webhook_url.',
  'seed 4 rule 6': 'Reads may be polled; RateLimit, RateLimit-Policy and Retry-After say how often.',
  'seed 5.1': 'Authorization: Bearer <API_KEY>.',
  'seed 5.2': 'A key belongs to exactly one workspace; every request acts only inside that workspace.',
  'seed 5.3':
    'smart_lists:read allows inspecting; ' +
    'smart_lists:write allows create, update, clone, delete and membership mutation.',
  'seed 5.4': 'Keys are revealed once; production keys begin with a fixed live-key prefix.',
  'seed 5.5': 'Webhook signing uses a separate signing secret.',
  'seed 6 request': 'HTTP POST with a JSON body to webhook_url, when an action outcome is applied to a call.',
  'seed 6 payload': 'outcome (with outcome_name), call (with call_id), destination (with destination_type).',
  'seed 6 headers': 'X-Service-Signature over the exact raw request bytes, X-Service-Delivery-Id unique per delivery.',
  'seed 7 name conflict':
    'Creating or renaming a list to a name already used by an active list: 409 resource_conflict.',
  'seed 7 missing list':
    'List missing, or of another workspace: a generic 404 or 400; existence in other tenants is never disclosed.',
  'seed 7 unmatched': 'Batch add with a reference not resolving in the workspace: not an error; unmatched.',
  'seed 7 skipped': 'Batch add of an already active member: not an error; skipped.',
  'seed 8 batch size': 'Batch add and both batch-remove operations: 1 to 100 references.',
  'seed 8 dial_timeout_seconds': '15 to 60, step 5.',
  'seed 8 caps': 'Per contact per list; null unlimited; 0 freezes dispatch.',
  'seed 8 rate limits': 'Signalled by the headers RateLimit, RateLimit-Policy and Retry-After.',
  'seed 8 idempotency': 'One key is reused only for retries of the exact same logical write; idempotency is durable.',
} as const;

/** Rows that are not built, each with the reason. They are printed, so that they are not taken for tested. */
export const SEED_ROWS_LEFT = {
  'seed 5.6': 'Not shown there; fixed by docs/reference/http-contract.md#api-keys and the scope matrix.',
  'seed 9 versioning': 'Not shown in the published contract.',
} as const;
