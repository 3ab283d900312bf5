import type { Instant } from '#kernel';
import type { AttemptResult } from './attempt.js';
import type { Attempt, DeliveryAttempted, DeliveryCancelled } from './delivery.js';
import type { DeliveryRow } from './delivery-rows.js';
import { type Moment, nextAttempt, retryAfterMs } from './retry-schedule.js';

const GONE = 410;
/** Answers whose Retry-After is honoured. */
const ASK_TO_WAIT = new Set([429, 503]);

/**
 * What follows from an attempt (api.md, The webhook): only a 2xx is success, 410 ends the delivery, anything else is tried again until the
 * schedule is over.
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
  // A response that broke off is none, whatever its status: the receiver may not have meant it.
  const status = result.kind === 'answered' ? result.status : undefined;
  if (status !== undefined && status >= 200 && status < 300) return [attempted(true, null)];
  if (status === GONE) {
    return [attempted(false, null), { type: 'DeliveryCancelled', data: { delivery_id, reason: 'gone' } }];
  }
  const header = result.kind === 'answered' && ASK_TO_WAIT.has(result.status) ? result.retryAfter : null;
  const next = nextAttempt(attempts.length + 1, moment, retryAfterMs(header, moment.realNow));
  return [attempted(false, next ?? null)];
}

function attemptOf(result: AttemptResult, at: Instant): Attempt {
  const { status, durationMs: duration_ms, resolvedIp: resolved_ip } = result;
  switch (result.kind) {
    case 'answered':
      return { at, status, duration_ms, resolved_ip, response_body: result.responseBody, error: null };
    case 'failed':
      return { at, status, duration_ms, resolved_ip, response_body: null, error: result.error };
    default:
      return result satisfies never;
  }
}
