import type { Span, Tracer } from '#kernel';
import type { DeliveryRow } from '../../domain/index.js';

/**
 * Begins the step `deliver webhook`: one attempt with its record.
 * @param parent the step that requested the delivery
 */
export function beginDelivery(
  tracer: Tracer | undefined,
  parent: string | undefined,
  { workspace_id, delivery_id, attempts }: DeliveryRow,
): Span | undefined {
  return tracer?.begin({
    name: 'deliver webhook',
    kind: 'consumer',
    parent,
    attributes: {
      'smartlists.workspace_id': workspace_id,
      'smartlists.delivery_id': delivery_id,
      'smartlists.attempt': attempts.length + 1,
    },
  });
}
