export * from './progress.js';
export * from './read-model.js';
export * from './tokens.js';
