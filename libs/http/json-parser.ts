import type { FastifyInstance } from 'fastify';
import { DomainError } from '#kernel';
import { parseStrictJson } from './strict-json.js';

/**
 * The only parser of bodies: strict JSON on the bytes, which stay on the request for the fingerprint of its Idempotency-Key. Other types
 * find no parser and are 415. An empty body is none.
 */
export function installJsonParser(fastify: FastifyInstance, bodyLimit: number): void {
  fastify.decorateRequest('bodyBytes', undefined);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer', bodyLimit }, (request, bytes, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw new DomainError('unsupported_media_type', 'Send the body without a Content-Encoding.');
    }
    if (bytes.length === 0) return done(null, undefined);
    request.bodyBytes = bytes;
    done(null, parseStrictJson(bytes));
  });
}
