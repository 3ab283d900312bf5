import type { Instant } from '#kernel';
import type { AttemptResult, DeliveryRow, DeliveryStatus } from '../../domain/index.js';
import type { AttemptRecord } from './attempts.js';

/**
 * What an attempt came to: the status of its delivery once it was recorded; `not_charged`, this machine's network was
 * out and the attempt does not count; `superseded`, another process recorded an attempt before; `unrecorded`, it could
 * not be recorded, and may be made again.
 */
export type ReportedResult = DeliveryStatus | 'not_charged' | 'superseded' | 'unrecorded';

/** An attempt that has ended, for logs and metrics: neither the body nor a secret, and of the URL the host alone. */
export interface AttemptReport {
  readonly workspaceId: string;
  readonly deliveryId: string;
  readonly outcomeId: string;
  /** The DeliveryAttempted that records it; null: none does. */
  readonly eventId: string | null;
  /** Host and port of the receiver. */
  readonly host: string;
  /** 1 for the first attempt of the delivery. */
  readonly attempt: number;
  readonly result: ReportedResult;
  /** Of the response; null: there was none. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Null: there is none, or this attempt did not set it. */
  readonly nextAttemptAt: Instant | null;
}

/**
 * Reports an attempt of a delivery.
 * @param before the delivery before the attempt
 * @param record what was appended of it, or why nothing was
 */
export function reportAttempt(
  before: DeliveryRow,
  host: string,
  { status, durationMs }: AttemptResult,
  record: AttemptRecord | 'not_charged' | 'superseded' | 'unrecorded',
): AttemptReport {
  const recorded = typeof record === 'string' ? undefined : record;
  return {
    workspaceId: before.workspace_id,
    deliveryId: before.delivery_id,
    outcomeId: before.outcome_id,
    eventId: recorded?.eventId ?? null,
    host,
    attempt: before.attempts.length + 1,
    result: typeof record === 'string' ? record : record.after.status,
    statusCode: status,
    durationMs,
    nextAttemptAt: recorded?.after.next_attempt_at ?? null,
  };
}
