import { type Decide, DomainError, instant, type WorkspaceView } from '#kernel';
import {
  liveSecrets,
  MAX_LIVE_SECRETS,
  opensUnder,
  type Resealed,
  type SecretBox,
  withNewSecret,
} from '#workspaces/domain';
import {
  type EndpointRow,
  WEBHOOK_ENDPOINTS,
  type WebhookEndpointSecretRotated,
  type WebhookEndpointSecretsResealed,
} from './endpoint.js';
import { requireEndpoint } from './present-endpoint.js';

/**
 * POST /webhook-endpoints/{endpointId}/signing-secrets: a new secret; the earlier ones keep signing for at most this
 * number of seconds. The answer is kept with the Idempotency-Key, so the secret is no part of it.
 * @throws DomainError when decided: `not_found`; `resource_conflict` if more than 10 would sign at once, which cannot
 *   happen with 0 seconds
 */
export function rotateEndpointSecret(endpointId: string, ciphertext: string, previousExpiresInSeconds: number) {
  return ((view) => {
    const { signing_secrets } = requireEndpoint(view, endpointId);
    const previous_expire_at = instant(Date.parse(view.now) + previousExpiresInSeconds * 1_000);
    const rotated: WebhookEndpointSecretRotated = {
      type: 'WebhookEndpointSecretRotated',
      data: { endpoint_id: endpointId, ciphertext, previous_expire_at },
    };
    if (withNewSecret(signing_secrets, rotated.data, view.now).length > MAX_LIVE_SECRETS) {
      throw new DomainError(
        'resource_conflict',
        `The endpoint has ${MAX_LIVE_SECRETS} signing secrets that still sign, and may have no more. With previous_secret_expires_in 0 the new one alone signs.`,
      );
    }
    return { events: [rotated], answer: () => ({ status: 201, body: { ok: true as const } }) };
  }) satisfies Decide;
}

/**
 * The secrets of the endpoints of a workspace under the current key (docs/adr/0025-secrets-key-rotates.md), one event
 * for each endpoint with one under an older key.
 */
export function resealEndpointSecrets(
  box: SecretBox,
  view: WorkspaceView,
): Resealed & { readonly events: readonly WebhookEndpointSecretsResealed[] } {
  const events: WebhookEndpointSecretsResealed[] = [];
  let [resealed, unopened] = [0, 0];
  for (const { endpoint_id, signing_secrets } of view.resident(WEBHOOK_ENDPOINTS).values()) {
    const live = new Set(liveSecrets(signing_secrets, view.now));
    let older = 0;
    const ciphertexts = signing_secrets.map((secret) => {
      const { ciphertext } = secret;
      if (box.isCurrent(ciphertext, view.workspaceId)) return ciphertext;
      if (!opensUnder(box, ciphertext, view.workspaceId)) {
        if (live.has(secret)) unopened += 1;
        return ciphertext;
      }
      older += 1;
      return box.seal(box.open(ciphertext, view.workspaceId), view.workspaceId);
    });
    resealed += older;
    if (older > 0) events.push({ type: 'WebhookEndpointSecretsResealed', data: { endpoint_id, ciphertexts } });
  }
  return { events, resealed, unopened };
}

/** Whether an endpoint has a secret that is not under the current key. */
export function needsResealing({ workspace_id, signing_secrets }: EndpointRow, box: SecretBox): boolean {
  return signing_secrets.some(({ ciphertext }) => !box.isCurrent(ciphertext, workspace_id));
}
