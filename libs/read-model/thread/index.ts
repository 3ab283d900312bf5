export * from './host.js';
export * from './read-model-thread.js';
