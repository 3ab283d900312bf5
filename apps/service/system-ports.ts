import { v7 } from 'uuid';
import type { Clock, IdSource, Timers } from '#kernel';

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** UUIDv7, monotonic within the process (RFC 9562, section 6.2). */
export const uuids: IdSource = { next: () => v7() };

/** The event loop's timers; none of them keeps the process alive. */
export const systemTimers: Timers = {
  set(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
