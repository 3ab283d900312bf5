import type { EventStore } from '#event-store';
import type { Sleep } from '../real-time.js';

/**
 * A log whose follower rests after each batch for as long as it has worked on it, so that it takes at most half of what
 * it would take of the stores. For rows that are built beside those that are served.
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
        await sleep(now() - begun, options.signal);
      }
    },
  };
}
