import type { EventStore } from '#event-store';
import { type Position, unlessAborted } from '#kernel';
import type { Sleep } from '../real-time.js';

export interface CaughtUpPorts {
  readonly events: Pick<EventStore, 'follow'>;
  /** The end of the log, whatever its last event is; undefined while it is empty. May throw: the log is unavailable. */
  readonly end: () => Promise<Position | undefined>;
  /** The checkpoint of the follower that writes the rows. May throw: the rows are unavailable. */
  readonly rowsAreAt: () => Promise<Position | undefined>;
  /** The prefixes of the streams that it follows. */
  readonly prefixes: readonly string[];
  readonly sleep: Sleep;
}

const LOOK_MS = 250;
/** Polls without progress; longer than another process takes to continue where a follower was killed. */
const STANDSTILL_LOOKS = 120;

/**
 * Waits until the rows have every event that was in the log at the call, whichever process writes them; also while a
 * store is unavailable. Resolves with true as soon as the signal aborts.
 * @returns false if the rows have not moved for half a minute and are behind the log: a follower that has stopped must
 *   not stop the rest of the service
 */
export async function untilCaughtUp(ports: CaughtUpPorts, signal: AbortSignal): Promise<boolean> {
  let end: Position | undefined;
  let seen: Position | undefined;
  for (let still = 0; still < STANDSTILL_LOOKS;) {
    const look = async () => {
      end ??= await ports.end();
      const at = await ports.rowsAreAt();
      return { at, caughtUp: reaches(at, end) || !(await isMoreAfter(at, ports, signal)) };
    };
    // A store that hangs must not delay the abort.
    const found = await unlessAborted(
      look().catch(() => 'away' as const),
      signal,
    );
    if (found === undefined) return true;
    if (found !== 'away') {
      if (found.caughtUp) return true;
      still = found.at === seen ? still + 1 : 0;
      seen = found.at;
    }
    await ports.sleep(LOOK_MS, signal);
  }
  return false;
}

function reaches(at: Position | undefined, end: Position | undefined): boolean {
  return at !== undefined && end !== undefined && at >= end;
}

/** The log may end with events that the follower does not receive: its checkpoint never comes to the end then. */
async function isMoreAfter(
  after: Position | undefined,
  { events, prefixes }: CaughtUpPorts,
  signal: AbortSignal,
): Promise<boolean> {
  const options = { ...(after !== undefined && { after }), prefixes, signal, batchSize: 1 };
  for await (const batch of events.follow(options)) {
    if (batch.events.length > 0) return true;
    if (batch.caughtUp) return false;
  }
  return true;
}
