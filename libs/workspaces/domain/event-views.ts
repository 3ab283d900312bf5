import { type EventViews, subjectsOf } from '#kernel';
import type { ApiKeyEvent } from './api-key.js';
import type { ParkedItem, ParkedWorkEvent } from './parked-work.js';
import type { WorkspaceEvent } from './workspace.js';

const ofWorkspace = (_data: object, workspaceId: string) => subjectsOf('workspace', workspaceId);

/** What an item is about, and never what went wrong inside the service. */
const ofParkedItem = ({ subject_type, subject_id }: ParkedItem) => subjectsOf(subject_type, subject_id);
const PARKED_ITEM = {
  parked_id: true,
  worker: true,
  item: true,
  version: false,
  subject_type: true,
  subject_id: true,
} as const;

/** How GET /events shows the events of workspaces and of keys: never a secret, nor what a secret is checked by. */
export const WORKSPACE_EVENT_VIEWS: EventViews<WorkspaceEvent | ApiKeyEvent | ParkedWorkEvent> = {
  WorkspaceArrivalBegun: { shows: { arrival_id: true }, subjects: ofWorkspace },
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
      contact_windows: true,
      calling_hours_id: true,
      writes_paused: true,
    },
    subjects: ofWorkspace,
  },
  WorkspaceChanged: {
    shows: { changes: true, arrival_id: true },
    subjects: (data, workspaceId) => [
      ...ofWorkspace(data, workspaceId),
      ...subjectsOf('calling_hours', data.changes.calling_hours_id),
    ],
  },
  SearchableAttributesChanged: { shows: { slots: true }, subjects: ofWorkspace },
  SigningSecretRotated: { shows: { ciphertext: false, previous_expire_at: true }, subjects: ofWorkspace },
  SigningSecretsResealed: { shows: { ciphertexts: false }, subjects: ofWorkspace },
  PersonalDataExpired: { shows: { calls_before: true, deliveries_before: true }, subjects: ofWorkspace },
  DialingPaused: { shows: {}, subjects: ofWorkspace },
  DialingResumed: { shows: {}, subjects: ofWorkspace },
  NumberKeyMade: { shows: { key: false }, subjects: ofWorkspace },
  WorkspaceDeleted: { shows: {}, subjects: ofWorkspace },
  ApiKeyCreated: {
    shows: { api_key_id: true, name: true, scopes: true, prefix: true, hash: false, expires_at: true },
    subjects: ({ api_key_id }) => subjectsOf('key', api_key_id),
  },
  ApiKeyRevoked: { shows: { api_key_id: true }, subjects: ({ api_key_id }) => subjectsOf('key', api_key_id) },
  WorkParked: {
    shows: { ...PARKED_ITEM, attempts: true, first_failed_at: true, error: false },
    subjects: ofParkedItem,
  },
  WorkRetried: { shows: PARKED_ITEM, subjects: ofParkedItem },
  WorkSkipped: { shows: { ...PARKED_ITEM, reason: true }, subjects: ofParkedItem },
};
