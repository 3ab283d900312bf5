export * from './decode.js';
export * from './event-store.js';
export * from './serialise.js';
export * from './skipped-events.js';
