export {
  type FoundKey,
  type PersonalKey,
  type PersonalKeys,
  PersonalKeysError,
  PersonalKeysOpenError,
  PersonalKeysUnavailableError,
  WorkspaceShreddedError,
} from './personal-keys.js';
export type { SecretsKeys } from './wrapping.js';
