import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { IdSource } from '#kernel';

const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** Names requests: by their own X-Request-Id if that is 1 to 128 visible ASCII characters, else by a new id. */
export function requestIds(ids: IdSource): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id'];
    return typeof given === 'string' && ACCEPTED.test(given) ? given : ids.next();
  };
}

/**
 * The id that the events of a request bear: its X-Request-Id if we named it, else an id of our own. What a client sends
 * may be a phone number or the id of another one's request; it is echoed and logged, and never stored.
 */
export function correlationIdOf(request: FastifyRequest): string {
  const isGiven = request.raw.headers['x-request-id'] === request.id;
  request.correlationId ??= isGiven ? request.server.http.ids.next() : request.id;
  return request.correlationId;
}
