import type { Decide } from '#kernel';
import { requireWorkspace } from './decide-workspace.js';
import { type SecretBox, SecretBoxError } from './secrets.js';
import { liveSecrets, type SigningSecret, type SigningSecretsResealed } from './signing-secret.js';

/** The result of resealing, in one workspace or in several. */
export interface Resealed {
  /** Secrets that were sealed under an older key. */
  readonly resealed: number;
  /** Secrets that still sign, or should, and that no key opens: they stay as they are. */
  readonly unopened: number;
}

/**
 * POST /admin/secrets/reseal, of one workspace: its secrets under the current key
 * (docs/adr/0025-secrets-key-rotates.md). No event if all of them are. The secrets themselves stay, so webhooks are
 * signed as before.
 * @throws DomainError when decided: `not_found`, also for a deleted workspace
 */
export function resealSecrets(box: SecretBox): Decide {
  return (view) => {
    const secrets = requireWorkspace(view).signing_secrets;
    const opened = secrets.map(({ ciphertext }) => {
      if (box.isCurrent(ciphertext, view.workspaceId)) return 'current';
      return opensUnder(box, ciphertext, view.workspaceId) ? 'older' : 'none';
    });
    const ciphertexts = secrets.map(({ ciphertext }, at) =>
      opened[at] === 'older' ? box.seal(box.open(ciphertext, view.workspaceId), view.workspaceId) : ciphertext,
    );
    const resealed = opened.filter((key) => key === 'older').length;
    const live = new Set<SigningSecret>(liveSecrets(secrets, view.now));
    const unopened = secrets.filter((secret, at) => opened[at] === 'none' && live.has(secret)).length;
    const event: SigningSecretsResealed = { type: 'SigningSecretsResealed', data: { ciphertexts } };
    const body = { resealed, unopened } satisfies Resealed;
    return { events: resealed > 0 ? [event] : [], answer: () => ({ status: 200, body }) };
  };
}

/** Whether any key of the box opens a stored secret. */
export function opensUnder(box: Pick<SecretBox, 'open'>, ciphertext: string, workspaceId: string): boolean {
  try {
    box.open(ciphertext, workspaceId);
    return true;
  } catch (error) {
    if (error instanceof SecretBoxError) return false;
    throw error;
  }
}
