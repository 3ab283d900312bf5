import type { ReadModel } from '#read-model';
import { DELIVERY_STREAMS, DUE_DELIVERIES } from '../domain/index.js';

/** Rows read in one call. */
const PAGE = 1_000;

/**
 * The workspace of a delivery that has a next attempt, by the delivery's stream; undefined without such a row. No index
 * has deliveries without their workspace, so this reads the whole to-do list. Only for rare requests of an operator.
 * @throws ReadModelUnavailableError
 */
export async function workspaceOfOpenDelivery(
  readModel: Pick<ReadModel, 'page'>,
  stream: string,
): Promise<string | undefined> {
  if (!stream.startsWith(DELIVERY_STREAMS)) return undefined;
  const deliveryId = stream.slice(DELIVERY_STREAMS.length);
  let from = {};
  for (;;) {
    const rows = await readModel.page(DUE_DELIVERIES, { index: 'due', prefix: [1], ...from, limit: PAGE });
    const found = rows.find(({ delivery_id }) => delivery_id === deliveryId);
    const last = rows.at(-1);
    if (found || !last || rows.length < PAGE) return found?.workspace_id;
    from = { after: [last.due_at, last.workspace_id, last.number] };
  }
}
