import type { IncomingMessage } from 'node:http';
import type { IdSource } from '#kernel';

const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** Names requests: by their own X-Request-Id if that is 1 to 128 visible ASCII characters, else by a new id. */
export function requestIds(ids: IdSource): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id'];
    return typeof given === 'string' && ACCEPTED.test(given) ? given : ids.next();
  };
}
