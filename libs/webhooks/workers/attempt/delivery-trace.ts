import type { EventStore } from '#event-store';
import { type Span, type Tracer, workspaceStream } from '#kernel';
import type { DeliveryRow } from '../../domain/index.js';

/**
 * The step of a trace that requested a delivery, as its event names it. The log alone knows it: a process that was
 * started since, or another one, continues the trace (docs/adr/0048-a-trace-goes-through-the-log.md).
 * @param number revision of the request in the workspace's stream
 * @returns undefined: it is part of no trace, or its event cannot be read now. The attempt is made in any case
 */
export async function traceOfRequest(
  events: Pick<EventStore, 'read'>,
  { workspace_id, number }: Pick<DeliveryRow, 'workspace_id' | 'number'>,
): Promise<string | undefined> {
  const read = events.read(workspaceStream(workspace_id), { from: number, limit: 1 });
  const [requested] = await read.catch(() => []);
  return requested?.metadata.traceparent;
}

/** Begins the step `deliver webhook`: one attempt with its record. */
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
