/** The rules of the HTTP contract that the published page leaves open, as a test names them in its title. */
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
  'api member removed': 'removed shows one row per contact, its newest membership.',
  'api outcome': 'The fields, defaults and bounds of an outcome.',
  'api outcome destinations': 'none, smart_list, remove_from_all, remove_from_selected and what each needs.',
  'api outcome deleted lists':
    'A deleted destination reads as none; deleted smart_list_ids are not shown; none left reads as none.',
  'api outcome type change': 'A PATCH that changes the type sets or clears webhook_url itself.',
  'api outcome order': 'order: a 32-bit integer; omitted: one past the highest, first 1; the read is ordered by it.',
  'api contact':
    'The fields of a contact; upsert by contact_id, absent name left, the last of two alike wins, counted once.',
  'api contact phone': 'If several contacts share a phone, the one imported first that still exists is meant.',
  'api endpoints GET /smart-lists/{smartListId}': 'One list with its ETag.',
  'api endpoints POST /smart-lists/{smartListId}/clone': 'Names of copies; everything but name and members is copied.',
  'api endpoints DELETE /smart-lists/{smartListId}': 'Others that point to it are cleared.',
  'api endpoints GET /phone-system/outcomes/{outcomeId}': 'One outcome in its envelope.',
  'api endpoints PATCH /phone-system/outcomes/{outcomeId}': 'The changed outcome in its envelope.',
  'api endpoints DELETE /phone-system/outcomes/{outcomeId}': 'The id, deleted: true and the flag.',
  'api endpoints POST /contacts/batch': '1 to 1,000 items, atomic, counts, one answer item per item.',
  'api endpoints GET /contacts': 'Paged, with a phone filter.',
  'api endpoints GET /contacts/{contactId}': 'One contact.',
  'api endpoints DELETE /contacts/{contactId}': 'Ends all its memberships.',
  'api endpoints health': '/health/live, /health/ready, /metrics, /openapi.json, /docs.',
  'api endpoints admin': 'Workspaces, keys and signing secrets of the holder of the admin token.',
  'api limits': 'At most 1,000 active lists, 500 outcomes and 500 API keys.',
  'api batches': 'One append; counts add up; duplicates skipped; the same unknown reference twice is unmatched twice.',
  'api batches refused': 'A malformed reference refuses the whole batch and changes nothing.',
  'api rules/bodies unknown fields': 'Unknown and read-only fields are 400 everywhere.',
  'api rules/bodies integral numbers': 'A number with an integral value is an integer.',
  'api rules/bodies query': 'Unknown query parameters are ignored; known ones repeated or empty are validation_failed.',
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
  'api rules/etag': 'Every single list or outcome answer has ETag.',
  'api rules/if-match': 'If-Match counts on PATCH and DELETE of lists and outcomes; If-None-Match is ignored.',
  'api rules/request id': 'Every answer has X-Request-Id; it is the correlation_id of the events.',
} as const;

/** Rules of what this capability does not build yet, each with the reason. */
export const API_ROWS_LEFT = {
  'api explain, dialer, calls': 'GET …/explain, /dialer and /calls: the dialing capability.',
  'api webhook-deliveries': '/webhook-deliveries and "The webhook": the webhooks capability.',
  'api applying an outcome': 'Effects of an applied outcome: the dialing capability.',
  'api test clock': 'TEST_CLOCK and PUT /admin/clock come with what waits for time: the dialing capability.',
} as const;
