import type { AwaitedRow, Timers } from '#kernel';
import type { ReadModel } from '#read-model';

export interface AwaitedRowsPorts {
  readonly readModel: Pick<ReadModel, 'getMany'>;
  readonly timers: Timers;
}

/** Background work tells nobody when it is done, and may be another process's: the rows are looked at, ever less often. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 160;

/** What some work comes to, or false after so many milliseconds; the work can ask whether they are over. */
export function trueWithin(
  timers: Timers,
  milliseconds: number,
  work: (isOver: () => boolean) => Promise<boolean>,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let over = false;
    const callOff = timers.set(milliseconds, () => {
      over = true;
      resolve(false);
    });
    work(() => over)
      .then(resolve, reject)
      .finally(callOff);
  });
}

/**
 * Waits until all rows are as they are awaited, or the time is over. Rows that cannot be read, for whatever reason, are waited for like
 * those that are not there: what was decided is in the log, and its client gets the answer.
 */
export async function untilDone(
  awaits: readonly AwaitedRow[],
  { readModel, timers }: AwaitedRowsPorts,
  isOver: () => boolean,
): Promise<boolean> {
  let left = awaits;
  for (let pause = FIRST_PAUSE_MS; !isOver(); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    left = await notDone(left, readModel);
    if (left.length === 0) return true;
    await new Promise<void>((resolve) => timers.set(pause, resolve));
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
