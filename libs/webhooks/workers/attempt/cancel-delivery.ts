import { instant } from '#kernel';
import { PARKED_WORK } from '#workspaces/domain';
import { type DeliveryCancelled, type DeliveryRow, deliverySchemaVersion } from '../../domain/index.js';
import type { AttemptRecorder } from './attempt-recorder.js';
import { AttemptRecord } from './attempt-record.js';
import type { AttemptPorts } from './attempts.js';

/**
 * Cancels a delivery that an operator has skipped (docs/adr/0052-parked-work-is-on-record.md), or whose endpoint is
 * deleted or paused, while the log is unavailable again and again. May be repeated.
 * @param row the delivery, as the end of its stream has it
 * @returns the revision of the delivery that shows it; undefined: the worker was stopped before
 * @throws ReadModelUnavailableError
 * @throws Error it cannot be appended: ten appends failed for another reason than an unavailable log
 */
export async function cancelDelivery(
  { readModel, events, ids, clock }: Pick<AttemptPorts, 'readModel' | 'events' | 'ids' | 'clock'>,
  recorder: Pick<AttemptRecorder, 'append'>,
  row: DeliveryRow,
  reason: DeliveryCancelled['data']['reason'],
): Promise<number | undefined> {
  const { workspace_id, delivery_id, correlation_id } = row;
  const keys = reason === 'skipped' ? [[workspace_id, 'webhook_deliveries', delivery_id]] : [];
  const [skip] = await readModel.getMany(PARKED_WORK, keys);
  const causation_id = skip?.decision_id ?? row.event_id;
  const cancelled: DeliveryCancelled = { type: 'DeliveryCancelled', data: { delivery_id, reason } };
  const actor = { kind: 'system', id: 'deliveries' } as const;
  const metadata = {
    schema_version: deliverySchemaVersion(cancelled),
    workspace_id,
    occurred_at: instant(clock.now()),
    actor,
    correlation_id,
    causation_id,
  };
  const record = new AttemptRecord(events, row, [{ ...cancelled, id: ids.next(), metadata }]);
  const counts = await recorder.append(record);
  if (counts === undefined) return undefined;
  return counts ? record.after.revision : row.revision + 1;
}
