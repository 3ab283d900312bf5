import type { Instant, Span } from '#kernel';
import type { AttemptResult, DeliveryRow } from '../../domain/index.js';

/** An attempt that has ended and is to be recorded. */
export interface EndedAttempt {
  readonly row: DeliveryRow;
  readonly result: AttemptResult;
  /** When it began. */
  readonly at: Instant;
  /** Its step of a trace, which ends with the record; undefined: it is part of none. */
  readonly span: Span | undefined;
}
