import { createCipheriv, createDecipheriv, createHmac, randomFillSync } from 'node:crypto';
import type { FoundKey, PersonalKey } from './personal-keys.js';

// The layout: version (1 byte), number of keys (1), their ids (16 each), iv (12), ciphertext, tag (16); as base64url.
// What precedes the iv is additional data, with the context. `sealedLength` of the kernel computes the length.
const VERSION = 1;
const [HEAD_BYTES, ID_BYTES, IV_BYTES, TAG_BYTES] = [2, 16, 12, 16];

/** Bytes of IVs that are drawn at once: a call of the random source for each would cost more than its encryption. */
const ivs = Buffer.allocUnsafeSlow(512 * IV_BYTES);
let ivsUsed = ivs.length;

/** A sealed text that is not opened yet. */
export interface SealedText {
  /** The ids of the keys that it was sealed with; all of them are needed. */
  readonly keyIds: readonly string[];
  readonly bytes: Buffer;
}

/** A text is not one that was sealed, or was changed, or was sealed with other keys or for another event. */
export class SealedTextError extends Error {
  override readonly name = 'SealedTextError';
}

/**
 * Seals a text with AES-256-GCM (docs/adr/0040-personal-data-is-sealed-with-keys-that-can-be-shredded.md).
 * @param keys at least one
 * @param context what it belongs to, such as the id of its event: it opens with this context only
 */
export function sealText(text: string, keys: readonly PersonalKey[], context: string): string {
  const head = Buffer.concat([Buffer.from([VERSION, keys.length]), ...keys.map(({ id }) => Buffer.from(id, 'hex'))]);
  const iv = nextIv();
  const cipher = createCipheriv('aes-256-gcm', sealingKey(keys.map(({ key }) => key)), iv);
  cipher.setAAD(Buffer.concat([head, Buffer.from(context)]));
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([head, iv, ...sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Random bytes that no other text gets. */
function nextIv(): Buffer {
  if (ivsUsed === ivs.length) {
    randomFillSync(ivs);
    ivsUsed = 0;
  }
  ivsUsed += IV_BYTES;
  return ivs.subarray(ivsUsed - IV_BYTES, ivsUsed);
}

/** @throws SealedTextError this is no sealed text of a version that is known here */
export function readSealedText(text: string): SealedText {
  const bytes = Buffer.from(text, 'base64url');
  const [version, keys = 0] = bytes;
  if (version !== VERSION || keys === 0) throw new SealedTextError('This is no sealed text of a known version.');
  const end = HEAD_BYTES + keys * ID_BYTES;
  if (bytes.length < end + IV_BYTES + TAG_BYTES) throw new SealedTextError('This is only a part of a sealed text.');
  const keyIds: string[] = [];
  for (let at = HEAD_BYTES; at < end; at += ID_BYTES) keyIds.push(bytes.toString('hex', at, at + ID_BYTES));
  return { keyIds, bytes };
}

/**
 * Opens a sealed text.
 * @param keys those of its `keyIds`, in their order
 * @returns undefined: one of its keys was shredded, so it never opens again
 * @throws SealedTextError it was changed, or these are not its keys or its context
 */
export function openSealedText(
  { keyIds, bytes }: SealedText,
  keys: readonly FoundKey[],
  context: string,
): string | undefined {
  if (keys.length !== keyIds.length) throw new SealedTextError('A sealed text was changed: it names other keys.');
  const present = keys.filter((key) => key !== 'shredded');
  if (present.length < keyIds.length) return undefined;
  const iv = HEAD_BYTES + keyIds.length * ID_BYTES;
  const [from, to] = [iv + IV_BYTES, bytes.length - TAG_BYTES];
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(present), bytes.subarray(iv, from))
    .setAAD(Buffer.concat([bytes.subarray(0, iv), Buffer.from(context)]))
    .setAuthTag(bytes.subarray(to));
  try {
    return decipher.update(bytes.subarray(from, to), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new SealedTextError('A sealed text was changed, or sealed with other keys or for something else.');
  }
}

/** One key as it is; of several, each under the ones before it, so that without one of them there is none. */
function sealingKey(keys: readonly Buffer[]): Buffer {
  return keys.reduce((sealing, key) => createHmac('sha256', sealing).update(key).digest());
}
