import type { EventStore } from '#event-store';
import type { Sleep } from '../real-time.js';

/**
 * A log whose follower rests after each batch with which it has caught up: events that are written meanwhile come
 * together. For a follower that nobody waits for, so that it does not write for each event.
 */
export function pacedLog(
  log: Pick<EventStore, 'follow' | 'read'>,
  sleep: Sleep,
  restMs: number,
): Pick<EventStore, 'follow' | 'read'> {
  return {
    read: (stream, options) => log.read(stream, options),
    follow: async function* (options) {
      for await (const batch of log.follow(options)) {
        yield batch;
        if (batch.caughtUp) await sleep(restMs, options.signal);
      }
    },
  };
}
