import type { DomainEvent, Instant } from '#kernel';
import type { Randomness, SecretBox } from './secrets.js';

/** A new secret signs from now on; all earlier ones sign beside it until `previous_expire_at` at the latest. */
export type SigningSecretRotated = DomainEvent<
  'SigningSecretRotated',
  { readonly ciphertext: string; readonly previous_expire_at: Instant }
>;

/**
 * The secrets are what they were, sealed under another key. A ciphertext for each secret of the workspace, newest
 * first.
 */
export type SigningSecretsResealed = DomainEvent<'SigningSecretsResealed', { readonly ciphertexts: readonly string[] }>;

/** A signing secret at rest. */
export interface SigningSecret {
  /** Of the whole `whsec_…` text, sealed for its workspace. */
  readonly ciphertext: string;
  readonly created_at: Instant;
  /** Null for the newest: it signs until the next one is made. */
  readonly expires_at: Instant | null;
}

/** A secret that was just made: the text to reveal once, and what is stored. */
export interface NewSigningSecret {
  readonly secret: string;
  readonly ciphertext: string;
}

/** Seconds for which earlier secrets go on signing after a rotation (docs/reference/http-contract.md#admin-routes). */
export const PREVIOUS_SECRET_EXPIRES_IN = { min: 0, max: 604_800, default: 86_400 } as const;

/**
 * Secrets that sign at once, at most: each adds a signature to the headers of every delivery, and receivers bound those
 * (docs/reference/http-contract.md#admin-routes).
 */
export const MAX_LIVE_SECRETS = 10;

const SECRET_BYTES = 32;

/** `whsec_` and the base64 of 32 random bytes (docs/reference/http-contract.md#the-webhook). */
export function newSigningSecret(
  randomness: Randomness,
  box: Pick<SecretBox, 'seal'>,
  workspaceId: string,
): NewSigningSecret {
  const secret = `whsec_${base64(randomness.bytes(SECRET_BYTES))}`;
  return { secret, ciphertext: box.seal(secret, workspaceId) };
}

/** The secrets after a rotation, newest first. Earlier ones keep an end that is sooner; those that are over are dropped. */
export function withNewSecret(
  secrets: readonly SigningSecret[],
  { ciphertext, previous_expire_at: end }: SigningSecretRotated['data'],
  at: Instant,
): readonly SigningSecret[] {
  const earlier = secrets.map((secret) =>
    secret.expires_at !== null && secret.expires_at < end ? secret : { ...secret, expires_at: end },
  );
  return [{ ciphertext, created_at: at, expires_at: null }, ...liveSecrets(earlier, at)];
}

/** The same secrets under the key they were sealed with anew. */
export function withCiphertexts(
  secrets: readonly SigningSecret[],
  { ciphertexts }: SigningSecretsResealed['data'],
): readonly SigningSecret[] {
  return secrets.map((secret, at) => ({ ...secret, ciphertext: ciphertexts[at] ?? secret.ciphertext }));
}

/** The secrets that sign at this instant, newest first. */
export function liveSecrets(secrets: readonly SigningSecret[], at: Instant): readonly SigningSecret[] {
  return secrets.filter(({ expires_at }) => expires_at === null || expires_at > at);
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
