/** Every `code` a problem document can carry (docs/reference/http-contract.md#errors). */
export type ErrorCode =
  | 'validation_failed'
  | 'malformed_json'
  | 'malformed_request'
  | 'invalid_reference'
  | 'waterfall_cycle'
  | 'invalid_page_token'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'not_found'
  | 'method_not_allowed'
  | 'resource_conflict'
  | 'idempotency_in_progress'
  | 'call_state_conflict'
  | 'callback_refused'
  | 'contact_in_call'
  | 'contact_erased'
  | 'quota_exceeded'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

/** One mistake in the input. */
export interface FieldError {
  /** JSON pointer (RFC 6901) into the body, e.g. `/members/3/phone`; '' is the whole body. */
  readonly pointer: string;
  /** Stable, snake_case: which rule was broken, e.g. `required`, `out_of_range`. */
  readonly code: string;
  /** A sentence for a person. */
  readonly detail: string;
}

/**
 * A rule of the service was broken. Refusals are thrown only as this class; one place (libs/http) turns it into a
 * problem document. Any other error is a bug of the service.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(`${code}: ${detail}`);
  }
}

/**
 * A store is unavailable; the same call may succeed later. Each port throws a class of its own, which tells the caller
 * the store.
 */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError';
}

/**
 * The refusal of a write to a workspace whose writes are paused, by an operator who copies its log
 * (docs/reference/http-contract.md#admin-routes). Workers take it for a store that is away.
 */
export class WritesPausedError extends DomainError {
  constructor() {
    super('unavailable', 'Writes to this workspace are paused by the operator. Send it again later.');
  }
}

/** The refusal of an id that does not exist in this workspace: the text is the same for an id of another workspace. */
export function notFound(what: string): DomainError {
  return new DomainError('not_found', `No such ${what}.`);
}

/** The refusal of one field of a body. */
export function invalidField(code: ErrorCode, pointer: string, rule: string, detail: string): DomainError {
  return new DomainError(code, detail, [{ pointer, code: rule, detail }]);
}

/** Largest number of errors in an answer: a body with very many mistakes must not cause an even larger answer. */
export const MAX_ERRORS = 50;

/**
 * The refusal of what an input has, `validation_failed`; the detail names the first mistake.
 * @param errors at least one; those beyond {@link MAX_ERRORS} are left out
 * @param whole what the pointer '' stands for, in a sentence
 */
export function invalidInput(errors: readonly FieldError[], whole = 'the body'): DomainError {
  const told = errors.slice(0, MAX_ERRORS);
  const { pointer, detail } = told[0]!;
  const at = pointer === '' ? whole : inSentence(pointer.slice(1));
  const more = told.length > 1 ? ` ${told.length - 1} more in errors.` : '';
  return new DomainError('validation_failed', `${at}: ${detail}${more}`, told);
}

/**
 * A pointer of the input as a sentence shows it: quoted where a client's own names would break the sentence (blanks,
 * control characters, nothing).
 */
export function inSentence(pointer: string): string {
  return /^[\w/~.-]+$/.test(pointer) ? pointer : JSON.stringify(pointer);
}

/** The first field that a refusal names. @throws the error itself where it is no refusal of a field */
export function fieldErrorOf(error: unknown): FieldError {
  const [field] = error instanceof DomainError ? error.errors : [];
  if (!field) throw error;
  return field;
}

/** The message of what was thrown; of what is no error, its text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
