import type { IndexValue, Instant } from '#kernel';
import type { ReadModel } from '#read-model';
import { DUE_DELIVERIES } from '../domain/index.js';

/** Deliveries of all workspaces that have a next attempt. */
export interface DeliveryBacklog {
  /** Whose next attempt is due; at most {@link MOST_COUNTED}. */
  readonly due: number;
  /** Whose next attempt is later; at most {@link MOST_COUNTED}. */
  readonly scheduled: number;
  /** Since when the attempt that is due longest is due. */
  readonly dueSince: Instant | undefined;
}

/** Deliveries counted of each state: a count must not cost more the longer the list is. */
export const MOST_COUNTED = 5_000;
/** Rows of one read, some 3 ms on the HTTP thread of the embedded pair. */
const PAGE_SIZE = 500;

/**
 * Counts the to-do list of webhook deliveries as of an instant, for metrics.
 * @throws ReadModelUnavailableError
 */
export async function readDeliveryBacklog(readModel: Pick<ReadModel, 'page'>, now: Instant): Promise<DeliveryBacklog> {
  const [first] = await readModel.page(DUE_DELIVERIES, { index: 'due', prefix: [1], limit: 1 });
  if (!first) return { due: 0, scheduled: 0, dueSince: undefined };
  const due = await countFrom(readModel, undefined, (dueAt) => dueAt <= now);
  const scheduled = await countFrom(readModel, [now], () => true);
  return { due, scheduled, dueSince: first.due_at <= now ? first.due_at : undefined };
}

async function countFrom(
  readModel: Pick<ReadModel, 'page'>,
  from: readonly IndexValue[] | undefined,
  isCounted: (dueAt: Instant) => boolean,
): Promise<number> {
  let after = from;
  let counted = 0;
  while (counted < MOST_COUNTED) {
    const page = { index: 'due', prefix: [1], ...(after && { after }), limit: PAGE_SIZE };
    const rows = await readModel.page(DUE_DELIVERIES, page);
    const found = rows.filter(({ due_at }) => isCounted(due_at)).length;
    counted += found;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE || found < rows.length) break;
    after = [last.due_at, last.workspace_id, last.number];
  }
  return Math.min(counted, MOST_COUNTED);
}
