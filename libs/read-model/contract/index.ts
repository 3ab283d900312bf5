export * from './fixtures.js';
export * from './read-model.contract.js';
