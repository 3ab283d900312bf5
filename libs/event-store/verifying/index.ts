export type { Found } from './finding.js';
export { LogDigest } from './log-digest.js';
export { type KnownLog, LogVerifier, type LogVerifierOptions, type VerifiedLog } from './log-verifier.js';
