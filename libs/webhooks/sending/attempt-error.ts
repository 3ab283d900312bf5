import type { AttemptStage, Reached } from '../domain/attempt.js';

/** As long as an error in the attempt log gets: much of it is text that a receiver chose (names in a certificate). */
const MAX_ERROR = 300;

/**
 * How far an attempt has come: each step says so as it begins, so that whatever ends the attempt is named after the
 * step it struck.
 */
export interface Progress {
  stage: AttemptStage;
  /** The address that the socket goes to. */
  resolvedIp: string | null;
  /**
   * The connection was made in this attempt, or brought bytes back in it; not so while one that was kept open from
   * before keeps silent.
   */
  heard: boolean;
  /** A response that has begun: its head is complete. */
  response: Response | null;
}

/** A response, as far as it has come. */
export interface Response {
  readonly status: number;
  /** The first, of more than one. */
  readonly retryAfter: string | null;
  /** AttemptAnswered.responseBody. */
  readonly body: string;
}

/** An attempt failed for a reason of our own finding, rather than an error that the network reported. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
}

/** Time was up. */
export class AttemptTimeout extends AttemptError {
  constructor(milliseconds: number) {
    super(`no end within ${milliseconds / 1_000} s`);
  }
}

/** A sentence for the attempt log, beginning with the stage. */
export function describe(stage: AttemptStage, error: unknown): string {
  const { code, reason, message } = error as { code?: unknown; reason?: unknown; message?: unknown };
  // What a library asserts is a line of its source code, and so are OpenSSL's own messages; its reason is the sentence.
  if (code === 'ERR_ASSERTION') return `${stage}: the response is not HTTP`;
  const ofOpenSsl = typeof code === 'string' && code.startsWith('ERR_SSL_') && typeof reason === 'string';
  const sentence = String((ofOpenSsl ? reason : message) ?? error).replace(/\s+/g, ' ');
  const suffix = typeof code === 'string' && !sentence.includes(code) ? ` (${code})` : '';
  return `${stage}: ${sentence.slice(0, MAX_ERROR - stage.length - 2 - suffix.length)}${suffix}`;
}

/** There is no such name, or none with an address, or there can be none. */
const NO_SUCH_NAME: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];
/** A host refuses a connection or drops it. */
const ANSWERS_OF_HOSTS: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
/** This machine says by itself that it has no way there: none at all, or none of this family of addresses. */
const NO_WAY_OUT: readonly unknown[] = ['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** What a failure says of the network (AttemptFailed.reached). */
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
