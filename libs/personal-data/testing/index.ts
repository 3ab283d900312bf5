export { MemoryKeyStore, MemoryPersonalKeys } from './memory-personal-keys.js';
export { shredSubjects } from './shred-subjects.js';
export { WatchedKeys } from './watched-keys.js';
