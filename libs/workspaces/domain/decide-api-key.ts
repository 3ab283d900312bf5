import {
  type Decide,
  DomainError,
  type Instant,
  invalidField,
  keyText,
  notFound,
  type Scope,
  type WorkspaceView,
} from '#kernel';
import {
  API_KEYS,
  type ApiKeyCreated,
  type ApiKeyRevoked,
  type ApiKeyRow,
  isExpired,
  presentApiKey,
} from './api-key.js';
import { requireWorkspace, workspaceIn } from './decide-workspace.js';
import { keyPrefix } from './key-text.js';

/** Largest number of keys of a workspace that are not revoked (docs/reference/http-contract.md#endpoints). */
export const MAX_API_KEYS = 500;

/** A new key. Its text is in the answer once and stored nowhere. */
export interface NewApiKey {
  readonly apiKeyId: string;
  readonly text: string;
  /** SHA-256 of the text, hex. */
  readonly hash: string;
}

/**
 * POST /admin/workspaces/{id}/api-keys.
 * @throws DomainError when decided: `not_found`; `validation_failed` for an `expires_at` that is not in the future,
 *   since the key would be shown and never accepted; `resource_conflict` if the workspace has 500 keys that are not
 *   revoked
 */
export function createApiKey(
  made: NewApiKey,
  input: { readonly name: string; readonly scopes: readonly Scope[]; readonly expires_at: Instant | null },
) {
  return ((view) => {
    requireWorkspace(view);
    if (isExpired(input, view.now)) {
      throw invalidField('validation_failed', '/expires_at', 'out_of_range', 'expires_at must be in the future.');
    }
    if (view.resident(API_KEYS).size >= MAX_API_KEYS) {
      throw new DomainError(
        'resource_conflict',
        `A workspace holds at most ${MAX_API_KEYS} API keys; revoke one that is no longer needed, expired ones included.`,
      );
    }
    const created: ApiKeyCreated = {
      type: 'ApiKeyCreated',
      data: {
        api_key_id: made.apiKeyId,
        name: input.name,
        scopes: [...input.scopes],
        prefix: keyPrefix(made.text),
        hash: made.hash,
        expires_at: input.expires_at,
      },
    };
    return {
      events: [created],
      answer: (after) => ({
        status: 201,
        body: { ok: true, api_key: presentApiKey(liveKey(after, made.apiKeyId)!, null), secret: made.text },
      }),
    };
  }) satisfies Decide;
}

/**
 * DELETE /admin/workspaces/{id}/api-keys/{keyId}: from this event on the key is refused. For a revoked key again: no
 * event, the same answer.
 * @param lastUsedAt for the answer only
 * @throws DomainError `not_found` when decided
 */
export function revokeApiKey(apiKeyId: string, lastUsedAt: Instant | null) {
  return ((view) => {
    requireWorkspace(view);
    const live = liveKey(view, apiKeyId);
    if (!live) {
      const [revoked] = view.rows(API_KEYS, [[view.workspaceId, apiKeyId]]);
      if (!revoked) throw notFound('API key');
      return { events: [], answer: () => keyAnswer(revoked, lastUsedAt) };
    }
    const event: ApiKeyRevoked = { type: 'ApiKeyRevoked', data: { api_key_id: apiKeyId } };
    return {
      events: [event],
      answer: ({ now }) => keyAnswer({ ...live, live: 0, revoked_at: now }, lastUsedAt),
    };
  }) satisfies Decide;
}

/**
 * Checks that this key may do this now. Decided on the same stream that revokes keys, in its order, so the result is
 * exact (docs/reference/consistency.md#how-a-command-decides).
 * @throws DomainError `unauthorized` for a revoked or expired key, and for any key of a deleted workspace;
 *   `insufficient_scope`
 */
export function authorize(view: WorkspaceView, apiKeyId: string, scope: Scope): void {
  const key = liveKey(view, apiKeyId);
  if (!key || !workspaceIn(view) || isExpired(key, view.now))
    throw new DomainError('unauthorized', 'The API key is not valid.');
  if (!key.scopes.includes(scope)) throw new DomainError('insufficient_scope', `This needs the scope ${scope}.`);
}

function liveKey(view: WorkspaceView, apiKeyId: string): ApiKeyRow | undefined {
  return view.resident(API_KEYS).get(keyText([view.workspaceId, apiKeyId]));
}

function keyAnswer(row: ApiKeyRow, lastUsedAt: Instant | null) {
  return { status: 200, body: { ok: true as const, api_key: presentApiKey(row, lastUsedAt) } };
}
