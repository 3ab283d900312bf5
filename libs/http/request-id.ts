import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { IdSource } from '#kernel';

const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** Makes the id of a request: its X-Request-Id if that is 1 to 128 visible ASCII characters, else a new id. */
export function requestIds(ids: IdSource): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id'];
    return typeof given === 'string' && ACCEPTED.test(given) ? given : ids.next();
  };
}

/**
 * The correlation id in the events of a request: its request id if the service made it, else a new id. A client's
 * header may contain a phone number or the id of another client's request; it is echoed and logged, and never stored.
 */
export function correlationIdOf(request: FastifyRequest): string {
  const isGiven = request.raw.headers['x-request-id'] === request.id;
  request.correlationId ??= isGiven ? request.server.http.ids.next() : request.id;
  return request.correlationId;
}
