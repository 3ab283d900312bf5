import type { Decide, Instant } from '#kernel';
import type { EndpointRow, WebhookEndpointHealthChanged, WebhookEndpointPaused } from './endpoint.js';
import { endpointIn } from './present-endpoint.js';

/**
 * Milliseconds for which every attempt must have failed before an endpoint is paused: the retries of a delivery end
 * before, so more than one was tried in vain.
 */
export const PAUSE_AFTER_MS = 5 * 86_400_000;

/** An attempt of a delivery to an endpoint that is on record. */
export interface EndpointAttempt {
  readonly endpointId: string;
  /** When it began. */
  readonly at: Instant;
  readonly delivered: boolean;
}

/**
 * What an attempt says of the health of its endpoint: failing from the first failure on, healthy again with a success,
 * paused once every attempt has failed for five days. No event where it says nothing new. Health is in the log, so
 * every fold of it comes to the same.
 * @param lastSuccess when the last attempt began that was successful, as the rows show it; '': none is known. A process
 *   that was killed may have told nobody of it.
 */
export function judgeHealth(attempt: EndpointAttempt, lastSuccess: Instant): Decide {
  return (view) => {
    const answer = () => ({ status: 200, body: { ok: true } });
    const endpoint = endpointIn(view, attempt.endpointId);
    if (!endpoint || endpoint.paused_at !== null) return { events: [], answer };
    return { events: healthAfter(attempt, endpoint.failing_since, lastSuccess), answer };
  };
}

function healthAfter(
  { endpointId, at, delivered }: EndpointAttempt,
  failing_since: Instant | null,
  lastSuccess: Instant,
): readonly (WebhookEndpointHealthChanged | WebhookEndpointPaused)[] {
  if (delivered) return failing_since === null || at < failing_since ? [] : [healthChanged(endpointId, null)];
  if (failing_since === null) return [healthChanged(endpointId, at)];
  if (!isLong(failing_since, at)) return [];
  if (lastSuccess >= failing_since) return [healthChanged(endpointId, at)];
  return [{ type: 'WebhookEndpointPaused', data: { endpoint_id: endpointId, failing_since } }];
}

/** Whether an endpoint that fails from one instant to the other is to be paused. */
function isLong(since: Instant, at: Instant): boolean {
  return Date.parse(at) - Date.parse(since) >= PAUSE_AFTER_MS;
}

/** Whether an attempt may say something new of the health of its endpoint. */
export function isTelling(
  { failing_since, paused_at, live }: Pick<EndpointRow, 'failing_since' | 'paused_at' | 'live'>,
  { at, delivered }: EndpointAttempt,
): boolean {
  if (live === 0 || paused_at !== null) return false;
  if (failing_since === null) return !delivered;
  return delivered || isLong(failing_since, at);
}

function healthChanged(endpoint_id: string, failing_since: Instant | null): WebhookEndpointHealthChanged {
  return { type: 'WebhookEndpointHealthChanged', data: { endpoint_id, failing_since } };
}
