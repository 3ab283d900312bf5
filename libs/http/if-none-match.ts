import { hash } from 'node:crypto';
import type { onSendHookHandler } from 'fastify';
import { tagsOf } from './if-match.js';

/** Digests of answers that a query keeps and gives again as the same bytes. */
const KEPT = new WeakMap<Uint8Array, string>();

/** SHA-256 of the whole body, in base64url. */
export function digestOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return hash('sha256', body, 'base64url');
  const kept = KEPT.get(body);
  if (kept !== undefined) return kept;
  const digest = hash('sha256', body, 'base64url');
  KEPT.set(body, digest);
  return digest;
}

/**
 * Whether a GET with this If-None-Match is answered with 304 while its answer has this tag (RFC 9110, section 13.1.2:
 * weak comparison, `*`, lists of tags). A header that is no list of tags names none.
 */
export function isNotModified(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const named = header.trim();
  return named === '*' || (tagsOf(named)?.some((one) => opaque(one) === opaque(tag)) ?? false);
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

/**
 * Gives a success a digest of its body as `ETag`, and answers with 304 where the client has these very bytes
 * (docs/adr/0055-a-304-is-proven-by-a-digest.md). The tag is weak: the same body may be compressed on its way.
 */
export const tagBody: onSendHookHandler = (request, reply, payload, done) => {
  if (reply.statusCode !== 200 || !(typeof payload === 'string' || payload instanceof Uint8Array)) {
    return done(null, payload);
  }
  const tag = `W/"${digestOf(payload)}"`;
  reply.header('ETag', tag);
  if (!isNotModified(request.headers['if-none-match'], tag)) return done(null, payload);
  reply.code(304).removeHeader('Content-Type');
  // Fastify's own hook for HEAD, which comes next, takes the body and leaves its length.
  done(null, request.method === 'HEAD' ? payload : null);
};
