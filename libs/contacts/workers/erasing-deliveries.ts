import { type EventStore, WrongExpectedRevisionError } from '#event-store';
import { type Clock, type IdSource, instant } from '#kernel';
import type { ReadModel } from '#read-model';
import { DELIVERIES, type DeliveryRow, deliverySchemaVersion, deliveryStream, eraseDelivery } from '#webhooks/domain';
import type { ErasureRow } from '../domain/erasures.js';

export interface ErasingDeliveriesPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly events: Pick<EventStore, 'append' | 'read'>;
  /** The service's clock; the test clock may replace it. */
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Deliveries about an erased contact, as their rows were before this page of them was erased. */
export interface ErasedPage {
  readonly rows: readonly DeliveryRow[];
  /** How many of them the rows showed unerased. */
  readonly left: number;
  /** The `after` of the next page; undefined: this was the last one. */
  readonly next: number | undefined;
}

/** Deliveries of one page. With its responses one has up to 60 KB, so a page holds at most 3 MB of rows. */
const PAGE_SIZE = 50;

/** The last event of a stream. */
const LAST = { backwards: true, limit: 1 } as const;

/**
 * Erases the next deliveries about a contact, in the order of creation.
 * @param after the number of the last delivery that is passed over
 * @throws StoreUnavailableError, ReadModelUnavailableError
 * @throws UnknownEventError the stream of one of them ends with an event of a newer version
 */
export async function erasePage(
  ports: ErasingDeliveriesPorts,
  erasure: ErasureRow,
  after: number,
): Promise<ErasedPage> {
  const prefix = [erasure.workspace_id, erasure.contact_id];
  const page = { index: 'by_contact', prefix, after: [after], limit: PAGE_SIZE };
  const rows = await ports.readModel.page(DELIVERIES, page);
  const left = rows.filter(({ erased_at }) => erased_at === null);
  await Promise.all(left.map((row) => eraseWithContact(ports, row, erasure)));
  return { rows, left: left.length, next: rows.length === PAGE_SIZE ? rows.at(-1)!.number : undefined };
}

/**
 * Erases a delivery by events of its own stream, and cancels it if it is on its way. Repeated where the record of an
 * attempt comes first; an attempt that is recorded later finds the stream changed, and does not count.
 * @throws StoreUnavailableError
 * @throws UnknownEventError the stream ends with an event of a newer version
 */
async function eraseWithContact(
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
