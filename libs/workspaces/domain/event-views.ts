import { type EventViews, subjectsOf } from '#kernel';
import type { ApiKeyEvent } from './api-key.js';
import type { WorkspaceEvent } from './workspace.js';

const ofWorkspace = (_data: object, workspaceId: string) => subjectsOf('workspace', workspaceId);

/** How GET /events shows the events of workspaces and of keys: never a secret, nor what a secret is checked by. */
export const WORKSPACE_EVENT_VIEWS: EventViews<WorkspaceEvent | ApiKeyEvent> = {
  WorkspaceCreated: {
    shows: {
      name: true,
      time_zone: true,
      unlisted: true,
      lease_seconds: true,
      wrap_up_seconds: true,
      rate_limits: true,
      quotas: true,
      calls_keep_days: true,
      deliveries_keep_days: true,
    },
    subjects: ofWorkspace,
  },
  WorkspaceChanged: { shows: { changes: true }, subjects: ofWorkspace },
  SigningSecretRotated: { shows: { ciphertext: false, previous_expire_at: true }, subjects: ofWorkspace },
  SigningSecretsResealed: { shows: { ciphertexts: false }, subjects: ofWorkspace },
  PersonalDataExpired: { shows: { calls_before: true, deliveries_before: true }, subjects: ofWorkspace },
  WorkspaceDeleted: { shows: {}, subjects: ofWorkspace },
  ApiKeyCreated: {
    shows: { api_key_id: true, name: true, scopes: true, prefix: true, hash: false, expires_at: true },
    subjects: ({ api_key_id }) => subjectsOf('key', api_key_id),
  },
  ApiKeyRevoked: { shows: { api_key_id: true }, subjects: ({ api_key_id }) => subjectsOf('key', api_key_id) },
};
