import type { Position } from '#kernel';
import type { ReadableLog } from './read-stores.js';

/** A log that tells how far it was followed, and how many events each batch had. */
export function telling(log: ReadableLog, tell: (position: Position | undefined, events: number) => void): ReadableLog {
  return {
    read: (stream, options) => log.read(stream, options),
    follow: async function* (options) {
      for await (const batch of log.follow(options)) {
        tell(batch.position, batch.events.length);
        yield batch;
      }
    },
  };
}
