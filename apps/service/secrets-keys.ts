/**
 * Keys of 32 bytes: the first one seals and signs, all of them open and verify (docs/adr/0025-secrets-key-rotates.md).
 */
export type SecretsKeys = readonly [Buffer, ...Buffer[]];

/** Reads keys of 32 bytes in base64, separated by commas; undefined for any other text. */
export function parseSecretsKeys(text: string): SecretsKeys | undefined {
  const texts = text.split(',').map((key) => key.trim());
  const [first, ...others] = texts.map((key) => Buffer.from(key, 'base64'));
  const keys: SecretsKeys = [first!, ...others];
  return keys.every((key, at) => key.length === 32 && key.toString('base64') === texts[at]) ? keys : undefined;
}

/** Keys as another thread has sent them: a message between threads turns buffers into arrays of bytes. */
export function ofThread([first, ...others]: SecretsKeys): SecretsKeys {
  return [Buffer.from(first), ...others.map((key) => Buffer.from(key))];
}
