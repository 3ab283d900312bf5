export { MemoryKeyStore, MemoryPersonalKeys } from './memory-personal-keys.js';
export { WatchedKeys } from './watched-keys.js';
