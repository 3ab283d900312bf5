export * from './certificates.js';
export * from './check-signatures.js';
export * from './given-secrets.js';
export * from './visible-text.js';
