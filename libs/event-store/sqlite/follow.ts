import { setImmediate } from 'node:timers/promises';
import type { FollowBatch, FollowOptions } from '../event-store.js';
import { CommitSignal } from './commit-signal.js';
import type { LogScan } from './log-scan.js';
import { readPosition, writePosition } from './position.js';

const BATCH_SIZE = 1_000;

/**
 * Positions of other streams after which the position is reported, so that a quiet follower that restarts scans no more
 * than these again.
 */
const SILENT_POSITIONS = 20_000;

/**
 * Follows the log of a file: catching up and live are the same loop, which reads the next events and otherwise waits
 * for a commit. A read is over before its batch is yielded, so a slow consumer delays neither the writer nor a
 * checkpoint of the WAL.
 */
export async function* followLog(
  file: string,
  scan: LogScan,
  { after, prefixes, signal, batchSize = BATCH_SIZE }: FollowOptions,
  closed: AbortSignal,
): AsyncGenerator<FollowBatch, void, undefined> {
  const ended = (): boolean => signal.aborted || closed.aborted;
  let at = readPosition(after);
  let told: { readonly at: number; readonly caughtUp: boolean } | undefined;
  if (ended()) return;
  const commits = new CommitSignal(file);
  try {
    // Without this turn of the event loop, a caller that follows again whenever it has no events would keep the signal
    // from ever arriving.
    await setImmediate();
    while (!ended()) {
      const mark = commits.mark();
      const { events, position, caughtUp } = scan.next(at, prefixes, batchSize);
      at = position;
      const news = !told || events.length > 0 || told.caughtUp !== caughtUp || at - told.at >= SILENT_POSITIONS;
      if (news) {
        told = { at, caughtUp };
        yield { events, position: writePosition(at), caughtUp };
      }
      if (ended()) return;
      if (caughtUp) await commits.since(mark, [signal, closed]);
      // While it catches up, no other work would get a turn if the consumer never leaves the microtasks.
      else await setImmediate();
    }
  } finally {
    commits.close();
  }
}
