import { AppendTooLargeError, StoreUnavailableError } from '#event-store';
import { DomainError, UnknownEventError } from '#kernel';
import { ReadModelUnavailableError } from '#read-model';
import type { Entry } from './batch.js';

/** 503: the command is not decided, and may be sent again. */
export function unavailable(detail: string): DomainError {
  return new DomainError('unavailable', detail);
}

/**
 * The refusal of a workspace that is held back. It names neither event type nor projection: only the operator may know
 * them.
 */
export function waitsForEvent(revision: number): DomainError {
  const event = `an event that this version of the service cannot read (stream revision ${revision})`;
  return unavailable(`This workspace waits for ${event}; an operator is needed.`);
}

/** The refusal of a command that was not decided within its time limit. */
export function overdue({ waitsForTurn, waitsForFirst }: Pick<Entry, 'waitsForTurn' | 'waitsForFirst'>): DomainError {
  if (waitsForTurn) return unavailable('Too many large writes were sent before this one.');
  if (!waitsForFirst) return unavailable('The event store has not answered in time.');
  return new DomainError('idempotency_in_progress', 'The first request with this Idempotency-Key is still under way.');
}

/**
 * The refusal that a client gets for a failure of a store: 503, without the failure's message. Other errors are
 * returned unchanged.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return unavailable('The event store cannot be written now.');
  if (error instanceof ReadModelUnavailableError) return unavailable('The read model cannot be read now.');
  if (error instanceof UnknownEventError) return waitsForEvent(error.revision);
  if (error instanceof AppendTooLargeError) return new DomainError('payload_too_large', 'This write is too large.');
  return error;
}
