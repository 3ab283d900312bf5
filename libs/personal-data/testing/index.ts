export { MemoryKeyStore, MemoryPersonalKeys } from './memory-personal-keys.js';
