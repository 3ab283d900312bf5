import { messageOf } from '#kernel';

/** Status codes of gRPC that this adapter tells apart. */
const CODE = { cancelled: 1, deniedByRole: 7, unimplemented: 12, unavailable: 14, unauthenticated: 16 } as const;

/** The fields of the client's errors: its own classes have `type`, those of gRPC `code` and `details`. */
interface ClientError {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly details?: unknown;
  readonly _raw?: { readonly details?: unknown };
}

/** The credentials are wrong, or lack a right. */
export function isDenied(error: unknown): boolean {
  const { code, type } = fields(error);
  return type === 'access-denied' || code === CODE.unauthenticated || code === CODE.deniedByRole;
}

/** The server does not have this call. */
export function isUnimplemented(error: unknown): boolean {
  return fields(error).code === CODE.unimplemented;
}

/** Another node is the leader; the client has begun to connect to it. */
export function isNotLeader(error: unknown): boolean {
  return fields(error).type === 'not-leader';
}

/** The client replaced its channel while the call was being made: the next call uses the new one. */
export function isChannelReplaced(error: unknown): boolean {
  return /^Channel has been (?:shut down|closed)|^The channel has been closed/.test(reasonOf(error));
}

export function isStreamNotFound(error: unknown): boolean {
  return fields(error).type === 'stream-not-found';
}

/**
 * No connection was found for the call, so nothing of it has left this process. Every other error may come after the
 * server has read the request. gRPC has one code (14) for both; the text compared here is that of @grpc/grpc-js.
 */
export function wasNeverSent(error: unknown): boolean {
  const reason = reasonOf(error);
  return (
    /^(?:No connection established|Name resolution failed|Failed to discover)/.test(reason) || isChannelReplaced(error)
  );
}

/** The reason of an error for a message, without the client's prefix. */
export function reasonOf(error: unknown): string {
  const { details, _raw } = fields(error);
  const text = [details, _raw?.details].find((value) => typeof value === 'string' && value !== '') as
    string | undefined;
  if (text !== undefined) return text;
  const message = messageOf(error);
  return message.replace(/^[0-9]+ [A-Z_]+: /, '') || (error instanceof Error ? error.constructor.name : 'no reason');
}

/** The same, short enough for a sentence: of a failed connection only the message of the system or of OpenSSL. */
export function shortReasonOf(error: unknown): string {
  const reason = reasonOf(error);
  const [, last] = /Last error: (.*?)(?:\. Resolution note: .*)?$/s.exec(reason) ?? [];
  return (last ?? reason)
    .replace(/^Error: /, '')
    .replace(/^[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]*):.*$/s, '$1')
    .replace(/\s*\([0-9]{4}-[0-9T:.Z-]+\)/, '')
    .replace(/[\s.]+$/, '');
}

function fields(error: unknown): ClientError {
  return typeof error === 'object' && error !== null ? error : {};
}
