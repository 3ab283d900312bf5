export * from './read-model.js';
export * from './writer.js';
export * from './thread/host.js';
export * from './thread/read-model-thread.js';
