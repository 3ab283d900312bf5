import type { DomainEvent, Instant } from '#kernel';
import type { Randomness, SecretBox } from './secrets.js';

/** A new secret signs from now on; all earlier ones sign as well, until `previous_expire_at` at the latest. */
export type SigningSecretRotated = DomainEvent<
  'SigningSecretRotated',
  { readonly ciphertext: string; readonly previous_expire_at: Instant }
>;

/**
 * The secrets are unchanged and sealed under another key. One ciphertext for each secret of the workspace, newest
 * first.
 */
export type SigningSecretsResealed = DomainEvent<'SigningSecretsResealed', { readonly ciphertexts: readonly string[] }>;

/** A stored signing secret. */
export interface SigningSecret {
  /** Of the whole `whsec_…` text, sealed for its workspace. */
  readonly ciphertext: string;
  readonly created_at: Instant;
  /** Null for the newest: it signs until the next one is made. */
  readonly expires_at: Instant | null;
}

/** A new secret: the text to reveal once, and the stored form. */
export interface NewSigningSecret {
  readonly secret: string;
  readonly ciphertext: string;
}

/** Seconds for which earlier secrets keep signing after a rotation (docs/reference/http-contract.md#admin-routes). */
export const PREVIOUS_SECRET_EXPIRES_IN = { min: 0, max: 604_800, default: 86_400 } as const;

/**
 * Largest number of secrets that sign at once: each adds a signature to the headers of every delivery, and receivers
 * limit those (docs/reference/http-contract.md#admin-routes).
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

/** The secrets after a rotation, newest first. Earlier ones keep an earlier expiry; expired ones are dropped. */
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

/** The same secrets with the ciphertexts of another key. */
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

/** The secrets that sign at this instant, newest first, as the API shows them: never what they are. */
export function presentSecrets(secrets: readonly SigningSecret[], at: Instant) {
  return liveSecrets(secrets, at).map(({ created_at, expires_at }) => ({ created_at, expires_at }));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
