// docs/adr/0045-events-have-an-index-of-their-own.md
import { gentleLog, pacedLog, realSleep } from '#read-model';

/**
 * Milliseconds that the follower of the index rests when it has caught up. Without it, each event would cost a
 * transaction.
 */
const REST_MS = 50;

/**
 * The log as the follower of the index of events reads it. Nobody waits for the index, and its follower takes disk and
 * memory from what writes the log and the rows: it rests for as long as it works.
 */
export function indexedLog(log: Parameters<typeof pacedLog>[0]): ReturnType<typeof gentleLog> {
  return gentleLog(pacedLog(log, realSleep, REST_MS), realSleep, () => performance.now());
}
