import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { PersonalKeysError } from './personal-keys.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 16;
/** Bytes of the digest by which a key of SECRETS_KEY is recognised; it tells nothing about a random key. */
const DIGEST_BYTES = 8;

/** Bytes of a wrapped key: nonce, ciphertext, tag. */
export const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;

/** Keys of 32 bytes, derived from the entries of SECRETS_KEY: the first one wraps, all of them unwrap. */
export type SecretsKeys = readonly [Uint8Array, ...Uint8Array[]];

/** The key of a workspace under one of the keys derived from SECRETS_KEY. */
export interface WrappedWorkspaceKey {
  /** The first 8 bytes of the SHA-256 of the key that wraps it. */
  readonly digest: Uint8Array;
  /** {@link WRAPPED_BYTES} bytes. */
  readonly wrapped: Uint8Array;
}

/** A new key, random. */
export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** A new id of a key: 32 hexadecimal digits, random. */
export function newKeyId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}

/** Wraps the keys of workspaces under SECRETS_KEY (docs/adr/0025-secrets-key-rotates.md). */
export class WorkspaceKeyWrapping {
  private readonly keys: readonly { readonly digest: Buffer; readonly key: Uint8Array }[];

  /** @throws RangeError a key has not 32 bytes */
  constructor(keys: SecretsKeys) {
    for (const { length } of keys) {
      if (length !== KEY_BYTES) throw new RangeError(`a key that wraps has ${KEY_BYTES} bytes, not ${length}`);
    }
    this.keys = keys.map((key) => ({ key, digest: digestOf(key) }));
  }

  /** Wraps a workspace's key under the first key. */
  wrap(workspaceId: string, workspaceKey: Uint8Array): WrappedWorkspaceKey {
    const { key, digest } = this.keys[0]!;
    return { digest, wrapped: seal(workspaceKey, key, workspaceContext(workspaceId)) };
  }

  /** @throws PersonalKeysError SECRETS_KEY lacks the key that it was wrapped under, or the store was altered */
  unwrap(workspaceId: string, { digest, wrapped }: WrappedWorkspaceKey): Buffer {
    const found = this.keys.find((each) => each.digest.equals(digest));
    if (!found) {
      throw new PersonalKeysError(
        `SECRETS_KEY does not hold the key under which the personal keys of workspace ${workspaceId} are wrapped.`,
      );
    }
    const opened = open(wrapped, found.key, workspaceContext(workspaceId));
    if (opened) return opened;
    throw new PersonalKeysError(
      `The store of personal keys was altered: the key of workspace ${workspaceId} is damaged.`,
    );
  }

  /** Whether a key of SECRETS_KEY is the one that it is wrapped under. */
  canUnwrap({ digest }: Pick<WrappedWorkspaceKey, 'digest'>): boolean {
    return this.keys.some((each) => each.digest.equals(digest));
  }

  /** Whether it is wrapped under the first key. */
  isNewest({ digest }: Pick<WrappedWorkspaceKey, 'digest'>): boolean {
    return this.keys[0]!.digest.equals(digest);
  }
}

/** Wraps a subject's key under its workspace's key. @param id the id of the key */
export function wrapKey(id: string, key: Uint8Array, workspaceKey: Uint8Array): Buffer {
  return seal(key, workspaceKey, keyContext(id));
}

/** @throws PersonalKeysError the store was altered: these bytes are not the key of this id under this key */
export function unwrapKey(id: string, wrapped: Uint8Array, workspaceKey: Uint8Array): Buffer {
  const opened = open(wrapped, workspaceKey, keyContext(id));
  if (opened) return opened;
  throw new PersonalKeysError(`The store of personal keys was altered: the key ${id} is damaged.`);
}

/** The error for an id that a store does not have, shredded ids included. */
export function unknownKey(id: string): PersonalKeysError {
  return new PersonalKeysError(
    `The store of personal keys has no key ${id}: it was lost, or is not the one that this data was sealed with.`,
  );
}

/** The additional data says what a key is for: records that were exchanged do not open. */
function workspaceContext(workspaceId: string): Buffer {
  return Buffer.from(`workspace ${workspaceId}`, 'utf8');
}

function keyContext(id: string): Buffer {
  return Buffer.from(`key ${id}`, 'utf8');
}

function digestOf(key: Uint8Array): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, DIGEST_BYTES);
}

function seal(key: Uint8Array, under: Uint8Array, context: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, under, nonce).setAAD(context);
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

function open(wrapped: Uint8Array, under: Uint8Array, context: Buffer): Buffer | undefined {
  if (wrapped.length !== WRAPPED_BYTES) return undefined;
  const behind = WRAPPED_BYTES - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, under, wrapped.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(context).setAuthTag(wrapped.subarray(behind));
  const opened = decipher.update(wrapped.subarray(NONCE_BYTES, behind));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    return undefined;
  }
}
