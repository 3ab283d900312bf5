import type { IdSource } from '#kernel';
import { sha256Hex } from '../crypto/node-crypto.js';
import { type KeyKind, type NewApiKey, newKeyText, type Randomness } from '../domain/index.js';

/** A key with its id and hash, ready for the decision. */
export function makeApiKey(ids: IdSource, randomness: Randomness, kind: KeyKind): NewApiKey {
  const text = newKeyText(randomness, kind);
  return { apiKeyId: ids.next(), text, hash: sha256Hex(text) };
}
