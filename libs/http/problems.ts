import { type DomainError, type ErrorCode, type FieldError, invalidInput } from '#kernel';

/** The meaning of an error code, for problem documents and for the page that documents them. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** What happened and how to react to it: a paragraph of the reference. */
  readonly meaning: string;
}

/** Every code with its status (docs/reference/http-contract.md#errors). */
export const PROBLEMS: Readonly<Record<ErrorCode, ProblemKind>> = {
  validation_failed: {
    status: 400,
    title: 'The request does not have the shape it must have',
    meaning:
      'A field of the body is missing, unknown, of the wrong type or out of its bounds; or a query parameter is unknown, given twice, empty, of the wrong type or out of its bounds; or the Idempotency-Key is malformed, or the API-Version is none that there is. `errors` names each one: a field by its JSON pointer (`/members/0/phone`), a parameter or a header by its name (`/page_size`, `/Idempotency-Key`). Nothing was changed. Correct the request.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON as this service reads it',
    meaning:
      'The body is not UTF-8, not JSON (RFC 8259), begins with a byte order mark, has a key twice in one object, is nested more than 32 levels deep, or has more than 100 names in one object or 25,000 values.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is not HTTP as this service reads it',
    meaning:
      'The request line or a header could not be read, or the request did not arrive whole within 30 seconds. The status is 414 for a target that is too long, 431 for headers that are too large, else 400. The connection is closed.',
  },
  invalid_reference: {
    status: 400,
    title: 'The request names something that is not there',
    meaning: 'An id in the body is well-formed, but no active list, outcome or contact of this workspace has it.',
  },
  waterfall_cycle: {
    status: 400,
    title: 'The waterfall would lead back to its beginning',
    meaning: 'Following `next_list_id` from this list would come back to it. Nothing was changed.',
  },
  invalid_page_token: {
    status: 400,
    title: 'The page token is not valid here',
    meaning:
      'Tokens are bound to the workspace, the route and the filters they were issued for, live 24 hours, and must be sent back unchanged. Begin again without one.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid key or token',
    meaning:
      'Send a valid API key as `Authorization: Bearer <key>`, on admin routes an ADMIN_TOKEN. Missing, malformed, unknown, revoked and expired keys are answered alike.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key may not do this',
    meaning: 'The key lacks the scope named in `detail`. A `:write` scope does not include `:read`.',
  },
  not_found: {
    status: 404,
    title: 'There is no such thing',
    meaning:
      'The path is none of this service, or an id in it is none of this workspace. Ids of other workspaces are answered alike.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not take this method',
    meaning: 'The header `Allow` names the methods it takes.',
  },
  resource_conflict: {
    status: 409,
    title: 'Something that exists is in the way',
    meaning: 'The name or id is taken, or the workspace holds as many as it can. Nothing was changed.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still under way',
    meaning: 'The first request has not been answered within 10 seconds. Send the same request again later.',
  },
  callback_refused: {
    status: 409,
    title: 'Nobody could keep this callback',
    meaning:
      'No active membership would be left to bear it: the outcome takes the contact off the list, its number is barred, the contact is deleted, or the call was of no list. Or the attempts of the contact from that list are used up. Nothing was changed, the outcome was not applied either. Apply it without the callback, or with one that another list bears.',
  },
  call_state_conflict: {
    status: 409,
    title: 'The call is not in a state that allows this',
    meaning: 'A call takes each step once and in order. Read the call to see where it stands.',
  },
  contact_in_call: {
    status: 409,
    title: 'The contact is in a call',
    meaning:
      'A contact is not erased while a call with it is in flight. End the call, or send the request with ' +
      '`after_call=true`: the contact is erased when the call has ended. Nothing was changed.',
  },
  contact_erased: {
    status: 409,
    title: 'The contact was erased',
    meaning: 'The message was about a person whose data were erased since: it no longer exists and cannot be sent.',
  },
  quota_exceeded: {
    status: 409,
    title: 'The workspace holds as much as it may',
    meaning:
      'The write would take the workspace above one of its quotas: contacts, members, open calls or webhook ' +
      'deliveries that wait. `detail` names the quota, its limit and the present use. Nothing was changed, of a ' +
      'batch neither. Delete what is no longer needed, complete calls, or have the admin raise the quota; the ' +
      'same request may then be sent again.',
  },
  precondition_failed: {
    status: 412,
    title: 'It was changed in the meantime',
    meaning: 'If-Match does not name the present version. Read it again and decide anew.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'A body holds at most 1 MiB, that of an import of contacts 4 MiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The type of the body is not taken',
    meaning:
      'Send bodies as `Content-Type: application/json`, without a Content-Encoding; the file of an import as `text/csv` or `application/jsonl`, plain or gzip. All of them in UTF-8: a `charset` that names another one is refused.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    meaning: 'One key stands for one request: the same method, path and bytes. Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The key has used up its requests; reads and writes are counted apart. Wait as long as `Retry-After` says. `RateLimit` and `RateLimit-Policy` on every answer tell how much is left. Without those headers: too many requests with an invalid key or token have come from this address, and only such requests are refused.',
  },
  internal: {
    status: 500,
    title: 'The service failed',
    meaning:
      'A fault of ours. A write may have happened all the same: send the same request with the same Idempotency-Key again; what was done is not done twice. Without a key, look first. Report `request_id` if it stays.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot do this now',
    meaning:
      'A store cannot be reached, is full, or is still catching up; or more bodies were under way than it can hold, so that this one was not read to its end. A write may have happened although its answer was lost: wait as long as `Retry-After` says and send the same request with the same Idempotency-Key again; what was done is not done twice. Without a key, look first.',
  },
};

/** The body of a refusal (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly ok: false;
  readonly code: ErrorCode;
  readonly request_id: string;
  readonly errors?: readonly FieldError[];
}

const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';

/** The problem document of a refusal; `basePath` is where the page of errors is served. */
export function problemOf(
  error: DomainError,
  where: { readonly instance: string; readonly requestId: string; readonly basePath: string; readonly status?: number },
): Problem {
  const { status, title } = PROBLEMS[error.code];
  return {
    type: error.code === 'rate_limited' ? QUOTA_EXCEEDED : `${where.basePath}/docs/errors#${error.code}`,
    title,
    status: where.status ?? status,
    detail: error.detail,
    instance: where.instance,
    ok: false,
    code: error.code,
    request_id: where.requestId,
    ...(error.errors.length > 0 && { errors: error.errors }),
  };
}

/** The refusal of query parameters and headers, each named like a field of one object. */
export function invalidParameters(errors: readonly FieldError[]): DomainError {
  return invalidInput(errors, 'the query');
}
