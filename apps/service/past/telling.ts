import type { Position } from '#kernel';
import type { ReadableLog } from './read-stores.js';

/** A log that tells how far it was followed. */
export function telling(log: ReadableLog, tell: (position: Position | undefined) => void): ReadableLog {
  return {
    read: (stream, options) => log.read(stream, options),
    follow: async function* (options) {
      for await (const batch of log.follow(options)) {
        tell(batch.position);
        yield batch;
      }
    },
  };
}
