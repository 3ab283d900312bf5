import { type EventStore, WrongExpectedRevisionError } from '#event-store';
import { type Clock, type IdSource, instant, type RecordedEvent } from '#kernel';
import { type DeliveryEvent, type DeliveryRow, deliverySchemaVersion, deliveryStream } from '#webhooks/domain';

export interface DeliveryEventsPorts {
  readonly events: Pick<EventStore, 'append' | 'read'>;
  /** The service's clock; the test clock may replace it. */
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** What the metadata of a delivery's events says of their cause. */
export interface DeliveryCause {
  /** The name of the worker. */
  readonly worker: string;
  readonly correlation_id: string;
  readonly event_id: string;
}

/** The last event of a stream. */
const LAST = { backwards: true, limit: 1 } as const;

/**
 * Appends events to the stream of a delivery, decided on its last event; undefined: the stream is empty. Decided again
 * where the record of an attempt comes first; an attempt that is recorded later finds the stream changed, and does not
 * count.
 * @throws StoreUnavailableError
 * @throws UnknownEventError the stream ends with an event of a newer version
 */
export async function appendToDelivery(
  { events, clock, ids }: DeliveryEventsPorts,
  { workspace_id, delivery_id }: DeliveryRow,
  { worker, correlation_id, event_id: causation_id }: DeliveryCause,
  decide: (last: RecordedEvent | undefined) => readonly DeliveryEvent[],
): Promise<void> {
  const stream = deliveryStream(delivery_id);
  const actor = { kind: 'system', id: worker } as const;
  for (;;) {
    const [last] = await events.read(stream, LAST);
    const occurred_at = instant(clock.now());
    const made = decide(last).map((event) => {
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
