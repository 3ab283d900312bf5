import { MongoBulkWriteError, MongoError, MongoServerError, type WriteError } from 'mongodb';
import { ReadModelUnavailableError } from '../read-model.js';

const DUPLICATE_KEY = 11_000;

/** Errors of the driver that say nothing about the request, only that it could not be carried out now. */
const PASSING_NAMES: ReadonlySet<string> = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoSystemError',
  'MongoStalePrimaryError',
  'MongoNotConnectedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongoWriteConcernError',
  'MongoUnexpectedServerResponseError',
]);

/**
 * Codes of the server that mean the same: errors it has no name for, elections, shutdowns, time limits, a full disk,
 * revoked rights, a collection or a database that was dropped meanwhile and is created again.
 */
const PASSING_CODES: ReadonlySet<unknown> = new Set([
  ...[1, 6, 7, 8, 13, 18, 24, 50, 64, 79, 89, 91, 100, 112, 133, 134, 189, 202, 262, 286, 317, 384, 9001],
  ...[26, 43, 175, 215, 276],
  ...[10_058, 10_107, 11_600, 11_601, 11_602, 13_388, 13_435, 13_436, 14_031],
]);

/** The server's message for a read while its collection exists again, and its index does not yet. */
const MISSING_INDEX = /hint provided does not correspond to an existing index/;

/** Node's codes: ECONNRESET, EPIPE, ERR_STREAM_DESTROYED … */
const SOCKET_CODE = /^(?:E[A-Z]+|ERR_(?:STREAM|SOCKET|SSL|TLS)_[A-Z_]+)$/;

const FILE_CODES: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'ELOOP', 'EMFILE']);

/** Makes the error of a store that cannot be used now; the cause is the driver's error. */
export type Unavailable = (message: string, cause: unknown) => Error;

const readModelUnavailable: Unavailable = (message, cause) =>
  new ReadModelUnavailableError(`The read model in MongoDB cannot be used now: ${message}`, { cause });

/** A call that was not answered in time. The server may still carry it out. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Whether a document was refused because one with its `_id` exists. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * The positions of the statements of a bulk write that were refused because a document with their `_id` exists;
 * undefined if there was any other error, too. An error without statements is one of the connection, which the driver
 * wraps as if it were the server's.
 */
export function duplicatesOf(error: unknown): readonly number[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const writeErrors = writeErrorsOf(error);
  if (writeErrors.length === 0 || writeErrors.some(({ code }) => code !== DUPLICATE_KEY)) return undefined;
  return error.result.getWriteConcernError() ? undefined : writeErrors.map(({ index }) => index);
}

/**
 * Runs a call of the driver, for at most `deadlineMs`.
 * @param unavailable makes the error for every transient error, a missing answer included; ReadModelUnavailableError
 *   by default. Other errors are thrown unchanged.
 */
export async function translating<Result>(
  work: () => Promise<Result>,
  deadlineMs = 10_000,
  unavailable = readModelUnavailable,
): Promise<Result> {
  try {
    return await inTime(work, deadlineMs);
  } catch (error) {
    throw translate(error, unavailable);
  }
}

/**
 * Runs a call of the driver, for at most `deadlineMs`: the driver has no limit for a whole call, whose retries and
 * waits for a server add up.
 * @throws NoAnswerError
 */
export async function inTime<Result>(work: () => Promise<Result>, deadlineMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = () => new NoAnswerError(`no answer within ${deadlineMs / 1_000} s`);
    timer = setTimeout(() => reject(error()), deadlineMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of the port for an error of the driver; other errors are returned unchanged. */
export function translate(error: unknown, unavailable = readModelUnavailable): unknown {
  return isPassing(error) ? unavailable((error as Error).message, error) : error;
}

function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true;
  if (!(error instanceof MongoError)) return isSocketError(error);
  if (PASSING_NAMES.has(error.name) || PASSING_CODES.has(error.code) || MISSING_INDEX.test(error.message)) return true;
  if (error.hasErrorLabel('RetryableWriteError') || error.hasErrorLabel('TransientTransactionError')) return true;
  if (!(error instanceof MongoBulkWriteError)) return false;
  const writeErrors = writeErrorsOf(error);
  // The server's refusal of a whole request has a code; without one, the connection failed.
  if (writeErrors.length === 0 && typeof error.code !== 'number') return true;
  return error.result.getWriteConcernError() !== undefined || writeErrors.some(({ code }) => PASSING_CODES.has(code));
}

/** A name, of a cluster (SRV) or of a host, that does not exist or cannot be looked up now. */
export function isLookupError(error: unknown): boolean {
  const { syscall } = (error ?? {}) as { readonly syscall?: unknown };
  return isSocketError(error) && typeof syscall === 'string' && /^(?:query|getaddrinfo)/.test(syscall);
}

/** A file that does not exist or cannot be read. */
export function isFileError(error: unknown): boolean {
  const { syscall, code } = (error ?? {}) as { readonly syscall?: unknown; readonly code?: unknown };
  return (syscall === 'open' || syscall === 'read') && FILE_CODES.has(code);
}

/** Errors of a socket that the driver does not wrap, and for which it does not repeat a read. */
export function isSocketError(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && SOCKET_CODE.test(code);
}

function writeErrorsOf({ writeErrors }: MongoBulkWriteError): readonly WriteError[] {
  return ([] as WriteError[]).concat(writeErrors);
}
