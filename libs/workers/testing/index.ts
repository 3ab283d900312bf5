export { MemoryParking } from './memory-parking.js';
export * from './worker-harness.js';
