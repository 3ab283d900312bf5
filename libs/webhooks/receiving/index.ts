export * from './certificates.js';
export * from './check-signatures.js';
