import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Randomness, type SecretBox, SecretBoxError } from '../domain/secrets.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The version of a stored text's layout: nonce, tag, ciphertext. */
const LAYOUT = 'v1.';

/** The operating system's randomness. */
export const nodeRandomness: Randomness = { bytes: (count) => randomBytes(count) };

/** SHA-256 of a text, hex: the form in which an API key is stored. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Compares two texts in constant time, so that the duration tells nothing about how much of them is equal. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * AES-256-GCM under SECRETS_KEY, with a new nonce for each secret (docs/quality.md#security). The first key seals, all
 * of them open (docs/adr/0025-secrets-key-rotates.md).
 */
export class AesSecretBox implements SecretBox {
  private readonly key: Uint8Array;
  private readonly keys: readonly Uint8Array[];

  /**
   * @param keys the first one seals, each of them opens
   * @throws SecretBoxError a key has not 32 bytes
   */
  constructor(
    keys: readonly [Uint8Array, ...Uint8Array[]],
    private readonly randomness: Randomness = nodeRandomness,
  ) {
    this.key = keys[0];
    this.keys = keys;
    for (const { length } of this.keys) {
      if (length !== KEY_BYTES) throw new SecretBoxError(`SECRETS_KEY must be ${KEY_BYTES} bytes, not ${length}`);
    }
  }

  seal(secret: string, context: string): string {
    const nonce = this.randomness.bytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(context, 'utf8'));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return LAYOUT + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  open(sealed: string, context: string): string {
    if (!sealed.startsWith(LAYOUT)) throw new SecretBoxError('a stored secret has an unknown layout');
    for (const key of this.keys) {
      const secret = openUnder(key, sealed, context);
      if (secret !== undefined) return secret;
    }
    throw new SecretBoxError('a stored secret does not open: SECRETS_KEY is another one, or the data was altered');
  }

  isCurrent(sealed: string, context: string): boolean {
    return sealed.startsWith(LAYOUT) && openUnder(this.key, sealed, context) !== undefined;
  }
}

function openUnder(key: Uint8Array, sealed: string, context: string): string | undefined {
  const bytes = Buffer.from(sealed.slice(LAYOUT.length), 'base64');
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context, 'utf8')).setAuthTag(tag);
    const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
