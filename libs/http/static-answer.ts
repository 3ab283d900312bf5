import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompressedOnce } from './compressed-once.js';
import { digestOf, isNotModified } from './if-none-match.js';

/** A text that changes only with a new version of the service. */
export interface StaticText {
  readonly forms: CompressedOnce;
  /** Its media type. */
  readonly type: string;
  /** Its Cache-Control. */
  readonly caching: string;
}

/**
 * Sends a text in the coding that the request asks for. Its ETag is a digest of the bytes that are sent, of each coding
 * another one; `If-None-Match` is answered with 304 (docs/adr/0055-a-304-is-proven-by-a-digest.md). The route must
 * have `compress: false`.
 */
export async function answerStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  { forms, type, caching }: StaticText,
): Promise<FastifyReply> {
  const { coding, bytes } = await forms.for(request.headers['accept-encoding']);
  const tag = `"${digestOf(bytes)}"`;
  if (coding !== 'identity') reply.header('Content-Encoding', coding);
  const vary = [reply.getHeader('Vary'), 'accept-encoding'].filter((name) => name !== undefined).join(', ');
  reply.headers({ 'Content-Type': type, 'Cache-Control': caching, Vary: vary, ETag: tag });
  if (!isNotModified(request.headers['if-none-match'], tag)) return reply.send(bytes);
  reply.removeHeader('Content-Type').removeHeader('Content-Encoding');
  return reply.code(304).send(request.method === 'HEAD' ? bytes : undefined);
}
