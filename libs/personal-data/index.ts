export {
  type FoundKey,
  type PersonalKey,
  type PersonalKeys,
  PersonalKeysError,
  PersonalKeysUnavailableError,
  WorkspaceShreddedError,
} from './personal-keys.js';
