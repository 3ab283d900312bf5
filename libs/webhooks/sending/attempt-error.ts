import type { AttemptStage } from '../domain/attempt.js';

/** As long as an error in the attempt log gets: much of it is text that a receiver chose (names in a certificate). */
const MAX_ERROR = 300;

/** How far an attempt has come: each step says so as it begins, so that whatever ends the attempt is named after the step it struck. */
export interface Progress {
  stage: AttemptStage;
  /** The address that the socket goes to. */
  resolvedIp: string | null;
  /** Of a response that has begun. */
  status: number | null;
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
  // OpenSSL's own messages are lines of its source code; its reason is the sentence.
  const ofOpenSsl = typeof code === 'string' && code.startsWith('ERR_SSL_') && typeof reason === 'string';
  const sentence = String((ofOpenSsl ? reason : message) ?? error).replace(/\s+/g, ' ');
  const suffix = typeof code === 'string' && !sentence.includes(code) ? ` (${code})` : '';
  return `${stage}: ${sentence.slice(0, MAX_ERROR - stage.length - 2 - suffix.length)}${suffix}`;
}

/** A name server says that there is no such name, or none with an address. */
const ANSWERS_OF_NAME_SERVERS: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];
/** A host refuses a connection or drops it. */
const ANSWERS_OF_HOSTS: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** Whether this failure may be our own network's: nothing outside has answered (AttemptFailed.maybeOurs). */
export function maybeOurs(stage: AttemptStage, error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (stage === 'resolve') return !ANSWERS_OF_NAME_SERVERS.includes(code);
  return stage === 'connect' && !ANSWERS_OF_HOSTS.includes(code);
}
