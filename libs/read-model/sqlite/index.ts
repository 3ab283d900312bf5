export * from './choose-file.js';
export * from './read-model.js';
export * from './writer.js';
