import { type EventStore, WrongExpectedRevisionError } from '#event-store';
import { type Clock, type IdSource, instant } from '#kernel';
import { type DeliveryRow, deliverySchemaVersion, deliveryStream, eraseDelivery } from '#webhooks/domain';
import type { ErasureRow } from '../domain/erasures.js';

export interface ErasingDeliveriesPorts {
  readonly events: Pick<EventStore, 'append' | 'read'>;
  /** The service's clock; the test clock may replace it. */
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The last event of a stream. */
const LAST = { backwards: true, limit: 1 } as const;

/**
 * Erases a delivery by events of its own stream, and cancels it if it is on its way. Repeated where the record of an
 * attempt comes first; an attempt that is recorded later finds the stream changed, and does not count.
 * @throws StoreUnavailableError
 * @throws UnknownEventError the stream ends with an event of a newer version
 */
export async function eraseWithContact(
  { events, clock, ids }: ErasingDeliveriesPorts,
  row: DeliveryRow,
  { workspace_id, correlation_id, event_id: causation_id }: ErasureRow,
): Promise<void> {
  const stream = deliveryStream(row.delivery_id);
  const actor = { kind: 'system', id: 'erasures' } as const;
  for (;;) {
    const [last] = await events.read(stream, LAST);
    const occurred_at = instant(clock.now());
    const made = eraseDelivery(row, last).map((event) => {
      const schema_version = deliverySchemaVersion(event);
      const metadata = { schema_version, workspace_id, occurred_at, actor, correlation_id, causation_id };
      return { ...event, id: ids.next(), metadata };
    });
    if (made.length === 0) return;
    try {
      await events.append(stream, made, last?.revision ?? 'no_stream');
      return;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
    }
  }
}
