import { type AwaitedRow, Backoff, type Timers } from '#kernel';
import type { ReadModel } from '#read-model';

/**
 * Milliseconds that an answer or a read waits for its rows (docs/reference/http-contract.md#read-your-writes); later it
 * carries `Projection-Lag: 1`.
 */
export const VISIBLE_MS = 2_000;

export interface AwaitedRowsPorts {
  readonly readModel: Pick<ReadModel, 'getMany'>;
  readonly timers: Timers;
}

/**
 * Milliseconds between two reads of the awaited rows: the first delay and the longest. Background work notifies no
 * waiting command and may run in another process, so the rows are polled. At most 160 ms are added to an answer.
 */
const [FIRST_DELAY_MS, MAX_DELAY_MS] = [10, 160];

/** The result of `work`, or false once `milliseconds` have passed; `work` can ask whether they have passed. */
export function trueWithin(
  timers: Timers,
  milliseconds: number,
  work: (isOver: () => boolean) => Promise<boolean>,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let over = false;
    const cancel = timers.set(milliseconds, () => {
      over = true;
      resolve(false);
    });
    work(() => over)
      .then(resolve, reject)
      .finally(cancel);
  });
}

/**
 * Waits until every row is in the awaited state, or the time is over. Rows that cannot be read count as not in that
 * state yet: the events are in the log, and a failing read must not cost the client its answer.
 * @returns whether every row is in the awaited state
 */
export async function untilDone(
  awaits: readonly AwaitedRow[],
  { readModel, timers }: AwaitedRowsPorts,
  isOver: () => boolean,
): Promise<boolean> {
  const backoff = new Backoff(FIRST_DELAY_MS, MAX_DELAY_MS);
  let left = awaits;
  while (!isOver()) {
    left = await notDone(left, readModel);
    if (left.length === 0) return true;
    await new Promise<void>((resolve) => timers.set(backoff.next(), resolve));
  }
  return false;
}

async function notDone(
  awaits: readonly AwaitedRow[],
  readModel: AwaitedRowsPorts['readModel'],
): Promise<readonly AwaitedRow[]> {
  try {
    const rows = await Promise.all(awaits.map(({ collection, key }) => readModel.getMany(collection, [key])));
    return awaits.filter(({ isDone }, at) => !isDone(rows[at]![0]));
  } catch {
    return awaits;
  }
}
