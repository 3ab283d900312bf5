export { EventOpener } from './event-opener.js';
export { type CacheTime, KeyCache } from './key-cache.js';
export { OpenedLog } from './opened-log.js';
export {
  type FoundKey,
  type PersonalKey,
  type PersonalKeys,
  PersonalKeysError,
  PersonalKeysOpenError,
  PersonalKeysUnavailableError,
  WorkspaceShreddedError,
} from './personal-keys.js';
export { SealingEventStore } from './sealing-event-store.js';
export type { SecretsKeys } from './wrapping.js';
