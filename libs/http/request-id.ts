import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';

const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** The id of a request: its own X-Request-Id if that is 1 to 128 visible ASCII characters, else a new UUIDv7. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newRequestId();
}

/** A new id: UUIDv7. */
export function newRequestId(): string {
  return v7({ rng });
}

const BYTES = 16;
const pool = new Uint8Array(256 * BYTES);
let used = pool.length;

/** Random bytes drawn many ids at a time: one draw an id is 3 % of a small POST. */
function rng(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.subarray(used - BYTES, used);
}
