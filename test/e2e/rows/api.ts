/** The rules of the HTTP contract that the published contract leaves open, as titles of tests name them. */
export const API_ROWS = {
  'api text':
    'Text is counted in code points and stored trimmed and in NFC; lone surrogates and control characters are refused.',
  'api uuid':
    'UUIDs of any version are read in any case and stored in lower case; a path id that is no UUID is an unknown one.',
  'api phone': 'E.164 is +, then 2 to 15 digits, the first not 0.',
  'api integers': 'Strings, true and fractions are refused, never coerced.',
  'api optional body': 'Where every field is optional the body may be left out.',
  'api list bounds': 'The bounds of the fields of a smart list.',
  'api list defaults': 'The defaults of the fields of a smart list.',
  'api list version':
    'version counts changes of the settings; members do not raise it, nor does a PATCH that changes nothing.',
  'api list source': 'source is api, clone or import.',
  'api waterfall': 'next_list_id: an active list of this workspace, not itself, no cycle.',
  'api member': 'The fields of a member; active members in the order of their numbers.',
  'api member statuses': 'Status, reason, counters and schedule_time follow from the calls of a member.',
  'api member removed': 'removed shows one row per contact, its newest membership.',
  'api outcome': 'The fields, defaults and bounds of an outcome.',
  'api outcome destinations': 'none, smart_list, remove_from_all, remove_from_selected and what each needs.',
  'api outcome deleted lists':
    'A deleted destination reads as none; deleted smart_list_ids are not shown; none left reads as none.',
  'api outcome type change': 'A PATCH that changes the type sets or clears webhook_url itself.',
  'api outcome order': 'order: a 32-bit integer; omitted: one past the highest, first 1; the read is ordered by it.',
  'api contact':
    'The fields of a contact; upsert by contact_id, absent name left, the last of two alike wins, counted once.',
  'api contact details':
    'external_id (unique), further phones, attributes and time_zone: given by import or PATCH, shown, erased.',
  'api contact capped_until':
    'The end of the limits of the workspace for the contact and its number; null where they do not hold it back.',
  'api contact zones': 'zones and zones_source: the given time zone, else by the phone, else that of the workspace.',
  'api contact import results': 'Each item tells its result; partial refuses single items with the reason.',
  'api contact filters':
    'By phone, external id, prefix of the name and time of import; by creation or name, either way.',
  'api contact attributes':
    'By one of the attributes that the workspace declares; another one is refused; contacts from before too.',
  'api contact phone': 'If several contacts share a phone, the one imported first that still exists is meant.',
  'api endpoints GET /me': 'The key that asks, its workspace, its rate limits and quotas; for any key.',
  'api endpoints GET /smart-lists/{smartListId}': 'One list with its ETag.',
  'api endpoints PATCH /smart-lists/{smartListId}':
    'With dry_run=true it tells what would change, and changes nothing.',
  'api endpoints POST /smart-lists/{smartListId}/clone': 'Names of copies; everything but name and members is copied.',
  'api endpoints DELETE /smart-lists/{smartListId}': 'Others that point to it are cleared.',
  'api endpoints /calling-hours':
    'Hours of the week with closed dates and a zone: created, read, listed, changed, deleted; at most 50.',
  'api hours named':
    'calling_hours_id of lists and of the workspace: calling hours of this workspace, not deleted while they are named.',
  'api endpoints /dial-groups':
    'Groups of lists: created, read, listed, changed, deleted; at most 100, of 1 to 200 lists.',
  'api endpoints GET /phone-system/outcomes/{outcomeId}': 'One outcome in its envelope.',
  'api endpoints PATCH /phone-system/outcomes/{outcomeId}': 'The changed outcome in its envelope.',
  'api endpoints DELETE /phone-system/outcomes/{outcomeId}': 'The id, deleted: true and the flag.',
  'api endpoints POST /contacts/batch': '1 to 1,000 items, atomic, counts, one answer item per item.',
  'api endpoints GET /contacts': 'Paged, with filters.',
  'api endpoints GET /contacts/{contactId}': 'One contact.',
  'api endpoints PATCH /contacts/{contactId}': 'Absent fields stay, null clears.',
  'api endpoints POST /contacts/refresh-zones':
    'The zones of contacts are told by the table in use, in the background; those that follow it stay.',
  'api endpoints DELETE /contacts/{contactId}': 'Ends all its memberships.',
  'api endpoints POST /do-not-call/batch': 'Up to 100 numbers, in order, atomic; added, updated or unchanged.',
  'api endpoints POST /do-not-call/batch-remove': 'Up to 100 numbers; removed, or skipped where no entry counts.',
  'api endpoints GET /do-not-call': 'Paged: the entries that count, in the order in which they were added.',
  'api endpoints GET /do-not-call/{phone}': 'One entry; unknown where none counts.',
  'api endpoints POST /contacts/{contactId}/erase': 'What is personal of a contact is destroyed, also in the log.',
  'api endpoints POST /contacts/batch-erase': 'Up to 100 contacts, each judged by itself.',
  'api imports': 'Files of contacts, members and removals: what becomes of each row, and what a file may not be.',
  'api endpoints PUT /imports/{importId}/rows':
    'CSV and JSON Lines, plain and gzip; sent again, each row is done once.',
  'api webhook-endpoints crud': 'Created, read, listed, changed and deleted; at most 20.',
  'api webhook-endpoints secret': 'A secret is shown once, and by no repetition under an Idempotency-Key.',
  'api webhook-endpoints events': 'Each event reaches those that subscribed to its type before, and no other.',
  'api webhook-endpoints moves': 'A member that is moved is told with both lists and the reason.',
  'api webhook-endpoints callbacks': 'A callback is told once, when it is due, and not if it ended before.',
  'api webhook-endpoints do-not-call':
    'A number that was added to the register is told once, with the contact that had it.',
  'api webhook-endpoints drained': 'A list that is drained is told once each time, and never by time alone.',
  'api webhook-endpoints health': 'failing, paused after five days of failures, resumed by hand; a test message.',
  'api webhook-endpoints recover': 'What came to nothing is requested again, the newest first.',
  'api webhook-endpoints deliveries': 'Newest first, by status, type, call, contact and time.',
  'api webhook-endpoints secrets': 'Listed without what they are, and rotated; those of the workspace, too.',
  'api webhook-endpoints erasure': 'A message ends with its contact, and the endpoint is told.',
  'api endpoints health': '/health/live, /health/ready, /metrics, /openapi.json, /docs.',
  'api endpoints admin': 'Workspaces, keys and signing secrets of the holder of the admin token.',
  'api call': 'The fields of a call; a registered one has no list, no attempt and no snapshot.',
  'api call dispatched': 'The fields of a dispatched call and its snapshot; of a contact without a list too.',
  'api endpoints POST /dialer/next': '{ limit: 1–50, default 1 }; ok, calls; empty when nobody is eligible.',
  'api endpoints GET /dialer/preview': 'The order that next would give; changes nothing.',
  'api endpoints GET /smart-lists/{smartListId}/progress':
    'The numbers that a walk over the members counts at the same instant.',
  'api endpoints GET /dialer': 'Whether dialing is paused in the workspace, and since when.',
  'api endpoints PATCH /dialer': 'Pauses dialing or resumes it; setting what is set changes nothing.',
  'api endpoints GET /dialer/stats':
    'Lists, members and calls by priority, agents on the phone, and what began and ended in the last 3,600 s, as of one instant.',
  'api endpoints GET /smart-lists/{smartListId}/members/{contactId}':
    'The member as the list of members shows it, also a removed one; 404 if the contact never was a member.',
  'api endpoints PATCH /smart-lists/{smartListId}/members/{contactId}':
    'Sets or clears the callback of an active member: dialed before all others from its due instant on, by its owner first.',
  'api endpoints POST /smart-lists/{smartListId}/members/batch-reset':
    'attempt_count of members is 0 from then on, in a call and in the wrap-up time too; all else of them stays.',
  'api endpoints POST /smart-lists/{smartListId}/reset':
    'The same of all members of a list, or of those who have used up their attempts, at once and by one event.',
  'api endpoints GET /contacts/{contactId}/memberships':
    'Every list that the contact is on, as the list shows its member, with the name of the list; 404 without the contact.',
  'api endpoints GET /smart-lists/{smartListId}/members/{contactId}/explain':
    'Every gate with its value, threshold, pass or fail, until when; 404 if the contact never was a member.',
  'api endpoints POST /calls': 'Registers a call; 409 if the contact has one in flight or the call_id is taken.',
  'api call details':
    'agent_id, reference, notes, duration_seconds and recording_url: of every request about a call, shown by reads and webhooks.',
  'api endpoints GET /calls': 'The calls that fit all filters, oldest or newest first.',
  'api endpoints GET /calls/{callId}': 'One call.',
  'api exports': 'An export is exact as of one revision, whatever is written meanwhile, and names it.',
  'api exports formats':
    'jsonl: the objects of the list endpoint. csv: RFC 4180 with a header; an import takes that of contacts.',
  'api exports broken': 'What is not whole ends without the end of a body; at most two at a time of a workspace.',
  'api endpoints PATCH /calls/{callId}': 'Details of a call, also after its end.',
  'api endpoints POST /calls/{callId}/end': 'The end with its result; the same again changes nothing, another is 409.',
  'api endpoints POST /calls/{callId}/heartbeat': 'Extends the lease; 409 after the end.',
  'api endpoints POST /calls/{callId}/outcomes': 'ok, call, outcome, delivery_id.',
  'api applying an outcome': 'When an outcome may be applied, and its effects in one append and in their order.',
  'api limits': 'At most 1,000 active lists, 100 dial groups, 500 outcomes and 500 API keys.',
  'api batches': 'One append; counts add up; duplicates skipped; the same unknown reference twice is unmatched twice.',
  'api batches refused': 'A malformed reference refuses the whole batch and changes nothing.',
  'api rules/bodies unknown fields': 'Unknown and read-only fields are 400 everywhere.',
  'api rules/bodies integral numbers': 'A number with an integral value is an integer.',
  'api rules/bodies query': 'Unknown query parameters are validation_failed, and so are known ones repeated or empty.',
  'api rules/tenancy': 'A foreign id gets the same 404, byte for byte, as one that never existed.',
  'api rules/tenancy subaccount': 'X-Active-Subaccount is ignored.',
  'api rules/read your writes': 'After a 2xx, a read with any key of the workspace shows the write.',
  'api rules/idempotency replay':
    'Same key, method, path and body: the first answer again, Idempotent-Replayed: true, Location and ETag kept.',
  'api rules/idempotency key': 'Optional, 1 to 255 visible ASCII characters, with or without quotes; per workspace.',
  'api rules/idempotency reused': 'Other content (other bytes) under the same key: 422.',
  'api rules/idempotency races': 'However many retries race, across restarts.',
  'api rules/idempotency refusals': 'Only 2xx answers are kept.',
  'api rules/pages end': 'next_page_token null is the only sign of the end.',
  'api rules/pages tokens':
    'Tokens are bound to workspace, route and filters; altered ones are 400; they survive restarts.',
  'api rules/pages walk': 'A walk sees every row that existed throughout it exactly once.',
  'api rules/errors shape': 'RFC 9457 with ok, code, request_id and errors.',
  'api rules/errors parser':
    'malformed_request; duplicate keys, depth, BOM: malformed_json; __proto__: unknown field; undecodable path: 404.',
  'api rules/errors order': 'The first that applies is answered.',
  'api rules/errors reference': 'One page documents every code; type links to it.',
  'api rules/rate limits':
    'Token bucket per key, reads and writes apart; headers on every answer to a known key; 429 with Retry-After.',
  'api rules/rate limits admin': 'Limits set by the admin count at once.',
  'api rules/keys format': 'sl_live_ or sl_test_, 32 base62 characters and 6 of their CRC-32; prefix: the first 12.',
  'api rules/keys scopes': ':write does not include :read.',
  'api rules/keys revoked': 'A revoked key is refused at once; an expired one too.',
  'api rules/keys hidden': 'Only the SHA-256 is stored. Never logged.',
  'api rules/location': 'Every 201 outside /admin has Location.',
  'api rules/etag': 'Every single list, dial group or outcome answer has ETag.',
  'api rules/if-match': 'If-Match counts on PATCH and DELETE of lists and outcomes; If-None-Match is ignored there.',
  'api rules/if-none-match': '304 where the whole body is the one of the tag, and never where a byte differs.',
  'api rules/browsers':
    'CORS by setting, with all headers of the contract; preflights without a key; never admin routes or credentials.',
  'api rules/versions':
    'Every answer has API-Version; a request may name a version by its date, and an unknown one is refused.',
  'api rules/request id': 'Every answer has X-Request-Id; it is the correlation_id of the events.',
  'api webhook body': 'Compact JSON of the fields that are named, in their order; the same bytes on every attempt.',
  'api webhook signatures': 'X-Service-Signature over the raw body, Standard Webhooks beside it.',
  'api webhook rotation': 'One signature per live secret, newest first.',
  'api webhook snapshot': 'A delivery once requested is sent as it was requested.',
  'api webhook egress': 'Refused addresses are refused when they are resolved.',
  'api webhook retries': 'Retries after 5 s, 5 min … 24 h, each ±20 %; 3xx is a failure; then exhausted.',
  'api webhook Retry-After': '429 and 503: seconds or a date, clamped to 24 h; the later of it and the schedule.',
  'api webhook 410': '410 ends the delivery: cancelled.',
  'api webhook slow receivers': 'One slow or dead receiver delays nobody else’s deliveries.',
  'api webhook outage': 'An outage of ours is not charged to the receiver’s attempts.',
  'api webhook-deliveries': 'In the order of creation; filters status and outcome_id.',
  'api webhook-deliveries read': 'The fields of a delivery.',
  'api webhook-deliveries redeliver': 'A new delivery with a new id.',
  'api test clock': 'With TEST_CLOCK=1 PUT /admin/clock puts the clock; answered once what is due by then is done.',
} as const;

/** The section of docs/reference/http-contract.md with the rule, by the longest matching prefix of the tag. */
const SECTIONS: Readonly<Record<string, string>> = {
  'api text': 'conventions',
  'api uuid': 'conventions',
  'api phone': 'conventions',
  'api integers': 'conventions',
  'api optional body': 'conventions',
  'api list': 'smart-list',
  'api waterfall': 'smart-list',
  'api member': 'member',
  'api outcome': 'outcome',
  'api contact': 'contact',
  'api hours named': 'calling-hours',
  'api call': 'call',
  'api endpoints': 'endpoints',
  'api endpoints admin': 'admin-routes',
  'api endpoints health': 'health-and-metrics',
  'api applying an outcome': 'applying-an-outcome',
  'api exports': 'exports',
  'api limits': 'endpoints',
  'api batches': 'endpoints',
  'api rules/bodies': 'bodies',
  'api rules/tenancy': 'tenancy',
  'api rules/read your writes': 'read-your-writes',
  'api rules/idempotency': 'idempotency-key',
  'api rules/pages': 'pages',
  'api rules/errors': 'errors',
  'api rules/rate limits': 'rate-limits',
  'api rules/keys': 'api-keys',
  'api rules/location': 'headers-of-answers',
  'api rules/etag': 'headers-of-answers',
  'api rules/if-match': 'headers-of-answers',
  'api rules/if-none-match': 'headers-of-answers',
  'api rules/request id': 'headers-of-answers',
  'api rules/browsers': 'browsers',
  'api rules/versions': 'versions',
  'api webhook': 'the-webhook',
  'api webhook egress': 'egress',
  'api webhook-deliveries': 'endpoints',
  'api webhook-endpoints': 'webhook-endpoints',
  'api imports': 'imports',
  'api test clock': 'admin-routes',
};

/** The anchor of the section for a tag; '' if unknown. */
export function apiSectionOf(tag: string): string {
  const beginnings = Object.keys(SECTIONS).filter((beginning) => tag.startsWith(beginning));
  return SECTIONS[beginnings.sort((a, b) => b.length - a.length)[0] ?? ''] ?? '';
}
