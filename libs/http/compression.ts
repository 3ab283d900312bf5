import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import type { EndpointInfo } from './endpoint-info.js';

/** Bytes; a smaller answer fits into one packet uncompressed. */
export const SMALLEST_COMPRESSED = 1_024;

/**
 * Bytes. Up to this size an answer is compressed on the HTTP thread, which takes at most 0.2 ms and keeps nothing.
 * Larger ones are compressed on libuv's threads, through a stream that holds up to 0.25 MB until the client has read
 * its answer.
 */
const LARGEST_AT_ONCE = 32_768;

/** Texts and JSON, also JSON Lines. */
const COMPRESSED_TYPES = /^text\/|[/+]json(?:l|;|$)/i;

/** The library's default, explicit here: at 11, Brotli's own, a page of 100 members takes 100 ms and more. */
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
    // The library knows no JSON Lines.
    customTypes: COMPRESSED_TYPES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    // Compressed bodies are refused (docs/reference/http-contract.md: 415): they would evade every limit of a body's
    // size.
    globalDecompression: false,
  });
}

/**
 * The codings that an Accept-Encoding names. The plugin takes `*` for gzip, even if gzip is named with q=0 (RFC 9110,
 * 12.5.3).
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
 * Whether the answers of an endpoint may be compressed. Not those with the ETag of a version: it is a strong one, of
 * these bytes, and If-Match compares it. Not those of an admin's writes: some contain a new secret, and the compressed
 * length would tell an observer how similar it is to the rest of the answer.
 */
export function isCompressible({ options, kind }: EndpointInfo): boolean {
  return !options.success.headers?.includes('ETag') && !(options.admin && kind === 'write');
}
