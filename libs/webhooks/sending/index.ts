export type { RefusedAddress } from './egress-guard.js';
export * from './name-resolver.js';
export * from './traced-sender.js';
export * from './undici-webhook-sender.js';
export * from './webhook-sender.js';
