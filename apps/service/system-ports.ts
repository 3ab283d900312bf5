import { v7 } from 'uuid';
import type { Clock, IdSource } from '#kernel';

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** UUIDv7, monotonic within the process (RFC 9562, section 6.2). */
export const uuids: IdSource = { next: () => v7() };
