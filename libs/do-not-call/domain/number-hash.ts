import { createHmac } from 'node:crypto';

/**
 * What a number is known by once the contacts that had it are erased: HMAC-SHA-256 (RFC 2104) under the workspace's key
 * of numbers, in base64url, 43 characters. Without the key no number can be guessed from it
 * (docs/adr/0071-numbers-are-hashed-under-a-key-of-the-workspace.md).
 * @param key 64 hexadecimal digits
 * @param phone E.164
 */
export function numberHash(key: string, phone: string): string {
  return createHmac('sha256', key).update(phone).digest('base64url');
}
