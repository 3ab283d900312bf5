import type { EventSchema } from '#kernel';
import { API_KEY_EVENT_SCHEMAS } from './api-key.js';
import { PARKED_WORK_EVENT_SCHEMAS } from './parked-work.js';
import { WORKSPACE_EVENT_SCHEMAS } from './workspace.js';

export * from './api-key.js';
export * from './arrival.js';
export * from './decide-api-key.js';
export * from './decide-parked-work.js';
export * from './decide-quotas.js';
export * from './decide-workspace.js';
export * from './event-views.js';
export * from './expire-personal-data.js';
export * from './key-text.js';
export * from './number-key.js';
export * from './parked-effects.js';
export * from './parked-work.js';
export * from './pause-dialing.js';
export * from './personal-data-expired.js';
export * from './present-me.js';
export * from './quotas.js';
export * from './reseal-secrets.js';
export * from './searchable-attributes.js';
export * from './secrets.js';
export * from './signing-secret.js';
export * from './time-zone.js';
export * from './tokens.js';
export * from './workspace.js';
export * from './workspace-settings.js';
export * from './workspace-use.js';

/** All events of this slice. */
export const WORKSPACES_SCHEMAS: readonly EventSchema[] = [
  ...WORKSPACE_EVENT_SCHEMAS,
  ...API_KEY_EVENT_SCHEMAS,
  ...PARKED_WORK_EVENT_SCHEMAS,
];
