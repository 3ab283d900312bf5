export * from './memory-read-model.js';
