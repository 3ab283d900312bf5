import { readFileSync } from 'node:fs';

/** Where Linux tells a process its limits. */
const LIMITS = '/proc/self/limits';
/**
 * Descriptors that are not for connections of clients: at most 64 webhook attempts with their look-ups, 256 idle
 * connections to receivers, about 110 connections to the stores, files.
 */
const RESERVED = 512;
/** More connections than this are a proxy's work; each costs some 10 KB. */
const MOST = 10_000;
/** Where the operating system does not tell how many descriptors there are. */
const UNTOLD = 1_000;

/** The default of MAX_CONNECTIONS: what the descriptors of this process leave for clients. */
export function defaultMaxConnections(): number {
  let limits: string;
  try {
    limits = readFileSync(LIMITS, 'utf8');
  } catch {
    return UNTOLD;
  }
  return connectionsWithin(limits);
}

/**
 * All descriptors but 512, at least half of them, at most 10,000; 1,000 if the text does not tell their number.
 * @param limits what `/proc/self/limits` says.
 */
export function connectionsWithin(limits: string): number {
  const soft = /^Max open files +(\d+|unlimited) /m.exec(limits)?.[1];
  if (soft === undefined) return UNTOLD;
  if (soft === 'unlimited') return MOST;
  const descriptors = Number(soft);
  return Math.min(MOST, Math.max(Math.floor(descriptors / 2), descriptors - RESERVED));
}
