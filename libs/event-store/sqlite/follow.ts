import { setImmediate } from 'node:timers/promises';
import type { FollowBatch, FollowOptions } from '../event-store.js';
import { CommitSignal } from './commit-signal.js';
import type { LogScan } from './log-scan.js';
import { readPosition, writePosition } from './position.js';

const BATCH_SIZE = 1_000;

/**
 * After this many positions of other streams, the mark is reported: a quiet follower that starts again need not
 * look through more than these anew.
 */
const SILENT_POSITIONS = 20_000;

/**
 * Follows the log of a file: catch-up and live are the same loop, which reads the next events and otherwise waits for a
 * commit. A read is over before its batch is yielded, so a slow consumer holds back neither the writer nor a checkpoint
 * of the WAL.
 * @param closed ends the iteration like the consumer's own signal does.
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
    // Without a turn here, a caller that begins again and again for want of news would keep the news from ever coming
    // in.
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
      // While catching up nothing else would ever get a turn if the consumer never leaves the microtasks.
      else await setImmediate();
    }
  } finally {
    commits.close();
  }
}
