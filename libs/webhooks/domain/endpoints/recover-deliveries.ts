import { type Decide, invalidField } from '#kernel';
import { ERASURES, isBeforeErasure } from '#contacts/domain';
import { workspaceIn } from '#workspaces/domain';
import type { DeliveryRequested } from '../delivery.js';
import type { DeliveryRow } from '../delivery-rows.js';
import { hasMessageEnded } from '../erase-delivery.js';
import { requestedAgain } from '../redeliver.js';
import { endpointIn } from './present-endpoint.js';

/** Deliveries of one request. With URLs of 2,048 characters of four bytes each these are half of a write's bytes. */
export const RECOVERED_AT_ONCE = 50;

/**
 * POST /webhook-deliveries/recover: deliveries to an endpoint that came to nothing, each again as a new one, to the URL
 * that the endpoint has now. Those whose message has ended are left out.
 * @param lost at most {@link RECOVERED_AT_ONCE} rows, in the order in which they are answered
 * @param newIds the id of each new delivery
 * @param next the delivery behind which the next request continues; null: these were the last
 * @throws DomainError when decided: `invalid_reference`
 */
export function recoverDeliveries(
  endpointId: string,
  lost: readonly DeliveryRow[],
  newIds: readonly string[],
  next: string | null,
) {
  return ((view) => {
    const endpoint = endpointIn(view, endpointId);
    if (!endpoint) {
      throw invalidField('invalid_reference', '/endpoint_id', 'unknown', 'endpoint_id names no webhook endpoint.');
    }
    const ended = workspaceIn(view)?.deliveries_expired_before ?? null;
    const erasures = view.rows(
      ERASURES,
      lost.map(({ contact_id }) => [view.workspaceId, contact_id]),
    );
    const events = lost.flatMap((row, i): readonly DeliveryRequested[] => {
      const { body, number } = row;
      if (body === null || isBeforeErasure(number, erasures[i]) || hasMessageEnded(row, ended)) return [];
      return [requestedAgain({ ...row, body, webhook_url: endpoint.url }, newIds[i]!)];
    });
    const body = { ok: true as const, recovered: events.length, next_after: next };
    return { events, answer: () => ({ status: 202, body }) };
  }) satisfies Decide;
}
