import { DomainError } from '#kernel';
import { ReadModelUnavailableError } from '#read-model';

/** A store away or races lost: a worker retries it for ever and charges it to nobody (consistency.md, Workers). */
export function isOthersTrouble(error: unknown): boolean {
  return (error instanceof DomainError && error.code === 'unavailable') || error instanceof ReadModelUnavailableError;
}
