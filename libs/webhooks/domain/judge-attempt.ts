import type { Instant } from '#kernel';
import type { AttemptResult } from './attempt.js';
import type { Attempt, DeliveryAttempted, DeliveryCancelled } from './delivery.js';
import type { DeliveryRow } from './delivery-rows.js';
import { type Moment, nextAttempt, retryAfterMs } from './retry-schedule.js';

const GONE = 410;
/** Statuses whose Retry-After is honoured. */
const ASK_TO_WAIT = new Set([429, 503]);

/**
 * The consequence of an attempt (docs/reference/http-contract.md, The webhook): only a whole 2xx is a success, 410 ends
 * the delivery, and any other result is retried until the schedule ends.
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
  // A 2xx that broke off is no success: the receiver may not have meant it. A 410 counts as soon as its head has
  // arrived.
  if (kind === 'answered' && status >= 200 && status < 300) return [attempted(true, null)];
  if (status === GONE) {
    return [attempted(false, null), { type: 'DeliveryCancelled', data: { delivery_id, reason: 'gone' } }];
  }
  const header = status !== null && ASK_TO_WAIT.has(status) ? retryAfter : null;
  // No attempt ends before it began: a clock that was set back meanwhile would bring the next one forward.
  const ended = { ...moment, now: Math.max(moment.now, Date.parse(at)) };
  const next = nextAttempt(attempts.length + 1, ended, retryAfterMs(header, moment.realNow));
  return [attempted(false, next ?? null)];
}

function attemptOf(result: AttemptResult, at: Instant): Attempt {
  const { status, durationMs: duration_ms, resolvedIp: resolved_ip, responseBody: response_body } = result;
  return { at, status, duration_ms, resolved_ip, response_body, error: result.kind === 'failed' ? result.error : null };
}
