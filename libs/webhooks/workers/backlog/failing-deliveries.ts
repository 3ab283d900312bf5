import type { IdSource } from '#kernel';
import { FailingItems, type ItemRecords, type ParkingRecord } from '#workers';
import { type HeldDelivery, nameOf } from './held-delivery.js';

export interface FailingDeliveriesPorts {
  readonly ids: IdSource;
  /** Undefined: deliveries are parked in memory alone. */
  readonly parking?: ParkingRecord | undefined;
}

/** The deliveries that have failed by a fault of this service (docs/adr/0052-parked-work-is-on-record.md). */
export function failingDeliveries({ ids, parking }: FailingDeliveriesPorts): FailingItems<HeldDelivery> {
  const worker = 'webhook_deliveries';
  const records: ItemRecords<HeldDelivery> = {
    worker,
    recordedItem: ({ workspace_id: workspaceId, delivery_id: item, revision }) => {
      const subject = { type: 'delivery', id: item };
      return { worker, workspaceId, item, version: String(revision), subject };
    },
    causeOf: ({ cause }) => ({
      correlationId: cause?.correlationId ?? ids.next(),
      causationId: cause?.eventId ?? null,
    }),
  };
  return new FailingItems<HeldDelivery>({
    keyOf: nameOf,
    versionOf: ({ revision }) => revision,
    records,
    parking,
  });
}
