export * from './worker-harness.js';
