import type { Instant } from '#kernel';
import type { AttemptResult } from './attempt.js';
import type { Attempt, DeliveryAttempted, DeliveryCancelled } from './delivery.js';
import type { DeliveryRow } from './delivery-rows.js';
import { type Moment, nextAttempt, retryAfterMs } from './retry-schedule.js';

const GONE = 410;
/** Answers whose Retry-After is honoured. */
const ASK_TO_WAIT = new Set([429, 503]);

/**
 * What follows from an attempt (docs/reference/http-contract.md, The webhook): only a whole 2xx is success, 410 ends
 * the delivery, anything else is tried again until the schedule is over.
 * @param at when the attempt began
 * @returns the events of one append to the delivery's stream
 */
export function judgeAttempt(
  { delivery_id, attempts }: Pick<DeliveryRow, 'delivery_id' | 'attempts'>,
  result: AttemptResult,
  at: Instant,
  moment: Moment,
): readonly (DeliveryAttempted | DeliveryCancelled)[] {
  const attempt = attemptOf(result, at);
  const attempted = (delivered: boolean, next_attempt_at: Instant | null): DeliveryAttempted => ({
    type: 'DeliveryAttempted',
    data: { delivery_id, attempt, delivered, next_attempt_at },
  });
  const { kind, status, retryAfter } = result;
  // A success that broke off is none: the receiver may not have meant it. Its wish to be left alone holds from the head
  // on.
  if (kind === 'answered' && status >= 200 && status < 300) return [attempted(true, null)];
  if (status === GONE) {
    return [attempted(false, null), { type: 'DeliveryCancelled', data: { delivery_id, reason: 'gone' } }];
  }
  const header = status !== null && ASK_TO_WAIT.has(status) ? retryAfter : null;
  const next = nextAttempt(attempts.length + 1, moment, retryAfterMs(header, moment.realNow));
  return [attempted(false, next ?? null)];
}

function attemptOf(result: AttemptResult, at: Instant): Attempt {
  const { status, durationMs: duration_ms, resolvedIp: resolved_ip, responseBody: response_body } = result;
  return { at, status, duration_ms, resolved_ip, response_body, error: result.kind === 'failed' ? result.error : null };
}
