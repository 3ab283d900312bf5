import type { IdSource } from '#kernel';
import { FailingItems, type ItemToPark, type ParkingRecord } from '#workers';
import { type HeldDelivery, nameOf } from './held-delivery.js';

export interface FailingDeliveriesPorts {
  readonly ids: IdSource;
  /** Undefined: deliveries are parked in memory alone. */
  readonly parking?: ParkingRecord | undefined;
}

/** The deliveries that have failed by a fault of this service (docs/adr/0052-parked-work-is-on-record.md). */
export function failingDeliveries({ ids, parking }: FailingDeliveriesPorts): FailingItems<HeldDelivery> {
  const of = ({ workspace_id: workspaceId, delivery_id: item, revision, cause }: HeldDelivery): ItemToPark => {
    const subject = { type: 'delivery', id: item };
    const name = { worker: 'webhook_deliveries', workspaceId, item, version: String(revision), subject };
    return { ...name, correlationId: cause?.correlationId ?? ids.next(), causationId: cause?.eventId ?? null };
  };
  return new FailingItems<HeldDelivery>({
    keyOf: nameOf,
    versionOf: ({ revision }) => revision,
    records: { worker: 'webhook_deliveries', of },
    parking,
  });
}
