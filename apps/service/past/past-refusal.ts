import { StoreOpenError } from '#event-store';
import { sqliteCode } from '#event-store/sqlite';
import { UnavailableError } from '#kernel';
import { PersonalKeysError, PersonalKeysOpenError } from '#personal-data';
import { ReadModelOpenError } from '#read-model';
import { ConfigError } from '../config-error.js';

/**
 * Why a past cannot be opened, a backup made or restored, or a log copied: it is asked for in a wrong way, there was
 * none, a store or a file cannot be read or written, or something does not fit.
 */
export type PastReason = 'not_understood' | 'not_found' | 'unavailable' | 'check_failed';

/** A past cannot be opened, a backup made or restored, or a log copied: one sentence. */
export class PastRefusal extends Error {
  override readonly name = 'PastRefusal';

  constructor(
    readonly reason: PastReason,
    message: string,
  ) {
    super(message);
  }
}

/** What cannot be opened, read or written, as a refusal; every other error as it is. */
export function asPastRefusal(error: unknown): unknown {
  if (error instanceof ConfigError) return new PastRefusal('not_understood', error.message);
  const kinds = [StoreOpenError, PersonalKeysOpenError, PersonalKeysError, ReadModelOpenError, UnavailableError];
  const isOfFiles = (error as NodeJS.ErrnoException).syscall !== undefined || sqliteCode(error) !== undefined;
  const isExpected = isOfFiles || kinds.some((kind) => error instanceof kind);
  return isExpected ? new PastRefusal('unavailable', (error as Error).message) : error;
}
