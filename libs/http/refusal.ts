import { DomainError, type ErrorCode, UnavailableError } from '#kernel';

/** The sentence about a body of another type, of the endpoints that take JSON. */
export const NO_JSON = 'Send the body as Content-Type: application/json.';

const BY_FASTIFY_CODE: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: ['not_found', 'There is nothing at this path.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', NO_JSON],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_request', 'The body is not as long as Content-Length says.'],
};

const BY_STATUS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['malformed_request', 'The request could not be read.'],
  404: ['not_found', 'There is nothing at this path.'],
  413: ['payload_too_large', 'The body is too large.'],
  414: ['malformed_request', 'The target is too long.'],
  415: ['unsupported_media_type', NO_JSON],
};

interface Thrown {
  readonly code?: unknown;
  readonly cause?: Thrown;
  readonly statusCode?: unknown;
  readonly status?: unknown;
}

/** The refusal for a thrown error; undefined for a bug of the service, whose details no client gets. */
export function refusalOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof UnavailableError) {
    return new DomainError('unavailable', 'A store cannot be reached now.');
  }
  if (!(error instanceof Error)) return undefined;
  const { code, cause, statusCode, status } = error as Thrown;
  const known = BY_FASTIFY_CODE[String(code ?? cause?.code)] ?? BY_STATUS[Number(statusCode ?? status)];
  return known && new DomainError(...known);
}

/** The answer of the service to its own bugs. */
export function internal(): DomainError {
  return new DomainError('internal', 'The service failed. The fault was logged under the request id.');
}
