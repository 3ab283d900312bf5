import type { Instant } from '#kernel';
import type { AttemptResult, DeliveryRow, DeliveryStatus } from '../../domain/index.js';
import type { AttemptRecord } from './attempt-record.js';

/**
 * The result of an attempt: the status of its delivery once it was recorded; `not_charged`, this machine's network was
 * out and the attempt does not count; `superseded`, another process recorded an attempt first; `unrecorded`, it could
 * not be recorded, and may be made again.
 */
export type ReportedResult = DeliveryStatus | 'not_charged' | 'superseded' | 'unrecorded';

/** An attempt that has ended, for logs and metrics: without body and secrets, and with only the host of the URL. */
export interface AttemptReport {
  readonly workspaceId: string;
  readonly deliveryId: string;
  /** '' of a message to an endpoint. */
  readonly outcomeId: string;
  /** '' of a message to the URL of an outcome. */
  readonly endpointId: string;
  /** The id of the DeliveryAttempted that records it; null without one. */
  readonly eventId: string | null;
  /** Host and port of the receiver. */
  readonly host: string;
  /** When it began. */
  readonly at: Instant;
  /** 1 for the first attempt of the delivery. */
  readonly attempt: number;
  readonly result: ReportedResult;
  /** The response's; null without a response. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Null: no attempt follows, or this attempt did not set its time. */
  readonly nextAttemptAt: Instant | null;
}

/**
 * Reports an attempt of a delivery.
 * @param before the delivery before the attempt
 * @param at when it began
 * @param record the appended record, or why none was appended
 */
export function reportAttempt(
  before: DeliveryRow,
  host: string,
  at: Instant,
  { status, durationMs }: AttemptResult,
  record: AttemptRecord | 'not_charged' | 'superseded' | 'unrecorded',
): AttemptReport {
  const recorded = typeof record === 'string' ? undefined : record;
  return {
    workspaceId: before.workspace_id,
    deliveryId: before.delivery_id,
    outcomeId: before.outcome_id,
    endpointId: before.endpoint_id,
    eventId: recorded?.eventId ?? null,
    host,
    at,
    attempt: before.attempts.length + 1,
    result: typeof record === 'string' ? record : record.after.status,
    statusCode: status,
    durationMs,
    nextAttemptAt: recorded?.after.next_attempt_at ?? null,
  };
}
