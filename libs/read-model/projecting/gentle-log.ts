import type { EventStore } from '#event-store';
import type { Sleep } from '../real-time.js';

/** Milliseconds of the longest rest. The time of a batch includes outages of the stores, which may last for hours. */
export const MOST_REST_MS = 5_000;

/**
 * A log whose follower rests after each batch for as long as it has worked on it, at most five seconds, so that it
 * takes half of what it would take of the stores. For rows that nobody waits for, beside those that are served.
 * @param now milliseconds of a monotonic clock
 */
export function gentleLog(
  log: Pick<EventStore, 'follow' | 'read'>,
  sleep: Sleep,
  now: () => number,
): Pick<EventStore, 'follow' | 'read'> {
  return {
    read: (stream, options) => log.read(stream, options),
    follow: async function* (options) {
      for await (const batch of log.follow(options)) {
        const begun = now();
        yield batch;
        await sleep(Math.min(now() - begun, MOST_REST_MS), options.signal);
      }
    },
  };
}
