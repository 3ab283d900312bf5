import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import type { EndpointInfo } from './endpoint-info.js';

/** Bytes; a smaller answer fits one packet as it is. */
export const SMALLEST_COMPRESSED = 1_024;

/**
 * Bytes. Up to here an answer is compressed on the HTTP thread, which takes at most 0.2 ms and keeps nothing; larger
 * ones are left to libuv's threads, through a stream that holds up to 0.25 MB until the client has read its answer.
 */
const LARGEST_AT_ONCE = 32_768;

/** The library's default, said here: at 11, Brotli's own, a page of 100 members takes 100 ms and more. */
const BROTLI_QUALITY = 4;

/**
 * Compresses the answers of all routes that are declared from now on, unless their `compress` is false
 * (docs/adr/0032-answers-are-compressed-by-a-plugin.md).
 */
export async function compressAnswers(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const accepted = headers['accept-encoding'];
    if (accepted?.includes('*')) headers['accept-encoding'] = named(accepted);
    done();
  });
  fastify.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' && route.compress !== false)
      route.onSend = [...[route.onSend ?? []].flat(), leaveOutLength];
  });
  await fastify.register(fastifyCompress, {
    threshold: SMALLEST_COMPRESSED,
    syncThreshold: LARGEST_AT_ONCE,
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    // Bodies are taken as they are (docs/reference/http-contract.md: 415): a compressed one would evade every limit of
    // its size.
    globalDecompression: false,
  });
}

/**
 * The codings that an Accept-Encoding names. The plugin takes `*` for gzip, also where gzip is named with q=0
 * (RFC 9110, 12.5.3).
 */
function named(accepted: string | readonly string[]): string {
  const codings = [accepted].flat().join(',').split(',');
  return codings.filter((coding) => !coding.trim().startsWith('*')).join(',');
}

/**
 * An answer to HEAD is not compressed, so its length is not that of the answer to GET (RFC 9110, 8.6) for a client that
 * names a coding.
 */
const leaveOutLength: onSendHookHandler = (request, reply, payload, done) => {
  if (/\b(?:br|gzip)\b/i.test(String(request.headers['accept-encoding'] ?? ''))) reply.removeHeader('content-length');
  done(null, payload);
};

/**
 * Whether the answers of an endpoint may be compressed. Those with an ETag are not: it is a strong one, of these bytes,
 * and If-Match compares it. Those of an admin's writes are not: some show a new secret, whose length and likeness to
 * the rest of the answer nobody on the way shall learn.
 */
export function isCompressible({ options, kind }: EndpointInfo): boolean {
  return !options.success.headers?.includes('ETag') && !(options.admin && kind === 'write');
}
