import type { AttemptStage, Reached } from '../domain/attempt.js';

/** Most characters of an error in the attempt log: a receiver chooses much of this text (names in a certificate). */
const MAX_ERROR = 300;

/**
 * How far an attempt has come. Each step sets it as it begins, so that a failure is named after the step in which it
 * occurred.
 */
export interface Progress {
  stage: AttemptStage;
  /** The address that the socket goes to. */
  resolvedIp: string | null;
  /**
   * The connection was made in this attempt, or has brought bytes in it; false while a connection kept open from an
   * earlier attempt is silent.
   */
  heard: boolean;
  /** A response that has begun: its head is complete. */
  response: Response | null;
}

/** A response, as far as it has been received. */
export interface Response {
  readonly status: number;
  /** The first header of this name, if there are several. */
  readonly retryAfter: string | null;
  /** AttemptAnswered.responseBody. */
  readonly body: string;
}

/** An attempt failed for a reason that this service found, rather than an error of the network. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
}

/** The attempt took too long. */
export class AttemptTimeout extends AttemptError {
  constructor(milliseconds: number) {
    super(`no end within ${milliseconds / 1_000} s`);
  }
}

/** A sentence for the attempt log, beginning with the stage. */
export function describe(stage: AttemptStage, error: unknown): string {
  const { code, reason, message } = error as { code?: unknown; reason?: unknown; message?: unknown };
  // The messages of an assertion of a library are lines of its source code, and so are OpenSSL's; OpenSSL's `reason` is
  // the readable one.
  if (code === 'ERR_ASSERTION') return `${stage}: the response is not HTTP`;
  const ofOpenSsl = typeof code === 'string' && code.startsWith('ERR_SSL_') && typeof reason === 'string';
  const sentence = String((ofOpenSsl ? reason : message) ?? error).replace(/\s+/g, ' ');
  const suffix = typeof code === 'string' && !sentence.includes(code) ? ` (${code})` : '';
  return `${stage}: ${sentence.slice(0, MAX_ERROR - stage.length - 2 - suffix.length)}${suffix}`;
}

/** The name does not exist, has no address, or cannot exist. */
const NO_SUCH_NAME: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];
/** A host refuses a connection or drops it. */
const ANSWERS_OF_HOSTS: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
/** This machine has no route: to no network, or not with this family of addresses. */
const NO_WAY_OUT: readonly unknown[] = ['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** What a failure says about the network (AttemptFailed.reached). */
export function reachedBy({ stage, heard }: Pick<Progress, 'stage' | 'heard'>, error: unknown): Reached {
  const { code } = error as { code?: unknown };
  switch (stage) {
    case 'guard':
      return 'unknown';
    case 'resolve':
      return NO_SUCH_NAME.includes(code) ? 'unknown' : 'no';
    case 'connect':
      if (ANSWERS_OF_HOSTS.includes(code)) return 'yes';
      return NO_WAY_OUT.includes(code) ? 'no_route' : 'no';
    case 'tls':
    case 'send':
    case 'headers':
    case 'body':
      return heard ? 'yes' : 'unknown';
    default:
      return stage satisfies never;
  }
}
