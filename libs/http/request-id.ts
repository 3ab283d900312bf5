import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';

const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** The id of a request: its own X-Request-Id if that is 1 to 128 visible ASCII characters, else a new UUIDv7. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : v7();
}
