import type { FastifyInstance } from 'fastify';
import { DomainError } from '#kernel';
import type { BodyReceiver } from './bodies.js';
import { hasOtherCharset } from './charset.js';
import { notTaken, streamsOf } from './streamed-bodies.js';
import { parseStrictJson } from './strict-json.js';

const NOT_UTF8 = 'Send the body in UTF-8: Content-Type names another charset.';

/**
 * The parser of bodies: strict JSON on the bytes, which stay on the request for the fingerprint of its
 * Idempotency-Key. Other types find no parser and are 415, as is another charset than UTF-8.
 * An empty body counts as none.
 */
export function installJsonParser(fastify: FastifyInstance, bodies: BodyReceiver): void {
  fastify.decorateRequest('bodyBytes', undefined);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', (request, payload, done) => {
    const streams = streamsOf(request.routeOptions.config);
    if (streams) return done(notTaken(streams));
    const { 'content-type': type = '', 'content-encoding': encoding, 'content-length': announced } = request.headers;
    if (hasOtherCharset(type)) return done(new DomainError('unsupported_media_type', NOT_UTF8));
    const size = {
      announced: announced === undefined ? undefined : Number(announced),
      limit: request.routeOptions.bodyLimit,
    };
    bodies.receive(payload, size, (error, bytes) => {
      if (!bytes) return done(error);
      try {
        if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
          throw new DomainError('unsupported_media_type', 'Send the body without a Content-Encoding.');
        }
        if (bytes.length === 0) return done(null, undefined);
        request.bodyBytes = bytes;
        done(null, parseStrictJson(bytes));
      } catch (refusal) {
        done(refusal as Error);
      }
    });
  });
}
