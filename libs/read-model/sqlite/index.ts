export * from './read-model.js';
export * from './writer.js';
