/** The source of unpredictable bytes. */
export interface Randomness {
  /** `count` bytes, fit for keys. */
  bytes(count: number): Uint8Array;
}

/**
 * Seals secrets for storage (docs/quality.md#security). The context (the workspace's id) is bound to the secret: a
 * ciphertext moved to another workspace does not open.
 */
export interface SecretBox {
  /** The secret as text that is safe to store; different on each call. Sealed under the newest key. */
  seal(secret: string, context: string): string;
  /**
   * Whether a stored text opens under the current key. If not, it was sealed under an older one, or opens under none.
   */
  isCurrent(sealed: string, context: string): boolean;
  /**
   * @throws SecretBoxError the text has another format, was altered, or was sealed under a key or context that this box
   * lacks
   */
  open(sealed: string, context: string): string;
}

/** A stored secret cannot be opened: wrong SECRETS_KEY, or the data was altered. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}
