export * from './failing.js';
export * from './name-server.js';
export * from './receivers.js';
export * from './sending.js';
