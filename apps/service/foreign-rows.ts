import { UnknownEventError, workspaceStream } from '#kernel';
import { FOLLOWER } from './catalogue.js';
import type { SharedLog, SharedRows } from './shared-stores.js';

/**
 * Whether the rows were made from another log than this one: they have seen more than it holds, or have rows of a
 * workspace whose events it lacks. A follower that continues with such rows would never receive the events before its
 * checkpoint.
 * @throws StoreUnavailableError, ReadModelUnavailableError
 */
export async function isForeign(store: Pick<SharedLog, 'end' | 'read'>, rows: SharedRows): Promise<boolean> {
  const seen = await rows.writer.checkpoint(FOLLOWER);
  if (seen === undefined) return false;
  const end = await store.end();
  if (end === undefined || seen > end) return true;
  const some = await rows.anyProjectedRevision();
  return some !== undefined && !(await holds(store, workspaceStream(some.workspaceId), some.revision));
}

async function holds(store: Pick<SharedLog, 'read'>, stream: string, revision: number): Promise<boolean> {
  try {
    return (await store.read(stream, { from: revision, limit: 1 })).length > 0;
  } catch (error) {
    // An event that only a newer version knows is an event.
    if (error instanceof UnknownEventError) return true;
    throw error;
  }
}

/** Milliseconds between two comparisons of stores that fit: five reads each. */
const FITS_MS = 30_000;

/**
 * The sentence of health about stores of which one was replaced under the running service by one of another log.
 * Unavailable: there is none, health reports that by other checks.
 */
export class ForeignRowsCheck {
  private fitted = -Infinity;

  constructor(
    private readonly store: Pick<SharedLog, 'end' | 'read'>,
    private readonly rows: SharedRows,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {}

  async sentence(): Promise<string | undefined> {
    if (this.now() - this.fitted < FITS_MS) return undefined;
    try {
      if (await isForeign(this.store, this.rows)) return FOREIGN_ROWS;
      this.fitted = this.now();
    } catch {
      // Asked again by the next check.
    }
    return undefined;
  }
}

export const FOREIGN_ROWS =
  'READMODEL_URL names a read model that was made from another log than the one of EVENTSTORE_URL.';
