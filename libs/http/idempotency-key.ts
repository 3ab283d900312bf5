import { hash } from 'node:crypto';
import { invalidParameters } from './problems.js';

const VISIBLE = /^[\x21-\x7e]{1,255}$/;
/**
 * A structured string (RFC 9651, section 3.3.3) of visible characters; only the quote and the backslash are escaped.
 */
const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/**
 * The key of an Idempotency-Key header, without the quotes of a structured string
 * (docs/reference/http-contract.md#idempotency-key). Node joins a header that was sent twice by a comma and a blank,
 * and it is refused for the blank.
 * @throws DomainError `validation_failed`
 */
export function parseIdempotencyKey(header: string | readonly string[]): string {
  const text = typeof header === 'string' ? header : header.join(', ');
  const quoted = QUOTED.exec(text);
  const key = quoted ? quoted[1]!.replace(/\\(["\\])/g, '$1') : text;
  if (!VISIBLE.test(key) || (!quoted && text.startsWith('"'))) {
    const detail = 'Must be given once, as 1 to 255 visible ASCII characters.';
    throw invalidParameters([{ pointer: '/Idempotency-Key', code: 'invalid_format', detail }]);
  }
  return key;
}

/** SHA-256 of the key, hex: the form in which it is stored. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'hex');
}

/**
 * SHA-256 over method, target (the path with its query) and the bytes of the body, hex: two requests with the same
 * fingerprint are the same request.
 */
export function fingerprint(method: string, target: string, body: Uint8Array | undefined): string {
  const head = `${method} ${target}\n`;
  return hash('sha256', body ? Buffer.concat([Buffer.from(head), body]) : head, 'hex');
}
