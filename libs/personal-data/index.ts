export { EventOpener } from './event-opener.js';
export { KeyCache } from './key-cache.js';
export { type KeyCopy, type KeyRecords, NotTheseKeysError } from './key-records.js';
export { KEYS_STREAM, KeysOfLog, namedBy, PERSONAL_KEYS_SCHEMAS, refuseOtherKeys } from './keys-of-log.js';
export { OpenedLog } from './opened-log.js';
export {
  type FoundKey,
  type KeyStoreState,
  type PersonalKey,
  PERSONAL_KEYS,
  type PersonalKeys,
  PersonalKeysError,
  PersonalKeysOpenError,
  PersonalKeysUnavailableError,
  WorkspaceShreddedError,
} from './personal-keys.js';
export { type CacheTime, ReadKeyCache, type ReadKeys } from './read-key-cache.js';
export { SealingEventStore } from './sealing-event-store.js';
export type { SecretsKeys } from './wrapping.js';
