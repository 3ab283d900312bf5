export type { Found } from './finding.js';
export { type KnownLog, LogVerifier, type LogVerifierOptions, type VerifiedLog } from './log-verifier.js';
