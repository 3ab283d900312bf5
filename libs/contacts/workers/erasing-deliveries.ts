import type { ReadModel } from '#read-model';
import { DELIVERIES, type DeliveryRow, eraseDelivery } from '#webhooks/domain';
import type { ErasureRow } from '../domain/erasures.js';
import { appendToDelivery, type DeliveryEventsPorts } from './delivery-events.js';

export interface ErasingDeliveriesPorts extends DeliveryEventsPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
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
 * Erases a delivery by events of its own stream, and cancels it if it is on its way.
 * @throws StoreUnavailableError
 * @throws UnknownEventError the stream ends with an event of a newer version
 */
function eraseWithContact(
  ports: DeliveryEventsPorts,
  row: DeliveryRow,
  { correlation_id, event_id }: ErasureRow,
): Promise<void> {
  const cause = { worker: 'erasures', correlation_id, event_id };
  return appendToDelivery(ports, row, cause, (last) => eraseDelivery(row, last));
}
