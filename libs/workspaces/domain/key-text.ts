import type { Randomness } from './secrets.js';

/** `live` keys are for production, `test` keys for a service that is only tried out. */
export type KeyKind = 'live' | 'test';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const PREFIX_CHARACTERS = 12;
const KEY = /^sl_(?:live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/**
 * A new API key: `sl_live_` or `sl_test_`, 32 random base62 characters, their checksum
 * (docs/reference/http-contract.md#api-keys).
 */
export function newKeyText(randomness: Randomness, kind: KeyKind): string {
  const random = randomBase62(randomness, RANDOM_CHARACTERS);
  return `sl_${kind}_${random}${checksum(random)}`;
}

/** Whether this text can be a key of this service. Tells typing errors and guesses from keys without a look-up. */
export function isKeyText(text: string): boolean {
  const match = KEY.exec(text);
  return match !== null && checksum(match[1]!) === match[2];
}

/** The part of a key that may be shown: its first 12 characters. */
export function keyPrefix(key: string): string {
  return key.slice(0, PREFIX_CHARACTERS);
}

/** CRC-32 (IEEE 802.3) of ASCII text, unsigned. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) crc = CRC_TABLE[(crc ^ text.charCodeAt(at)) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let at = 0; at < CHECKSUM_CHARACTERS; at += 1) {
    text = DIGITS[rest % DIGITS.length]! + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}

/** Bytes of 248 and more are discarded: modulo 62 they would make the first digits more likely. */
function randomBase62(randomness: Randomness, length: number): string {
  const unbiased = 256 - (256 % DIGITS.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomness.bytes(length)) {
      if (byte < unbiased && text.length < length) text += DIGITS[byte % DIGITS.length]!;
    }
  }
  return text;
}
