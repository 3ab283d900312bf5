import { readFileSync } from 'node:fs';

/** Where Linux tells a process its limits. */
const LIMITS = '/proc/self/limits';
/**
 * File descriptors that are not for connections of clients: at most 64 webhook attempts with their look-ups, 256 idle
 * connections to receivers, about 110 connections to the stores, files.
 */
const RESERVED = 512;
/** Largest default; more connections need a proxy. Each costs some 10 KB. */
const MOST = 10_000;
/** The default where the operating system does not tell the number of file descriptors. */
const UNTOLD = 1_000;

/** The default of MAX_CONNECTIONS: the file descriptors of this process that are left for clients. */
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
 * All file descriptors but 512, at least half of them, at most 10,000; 1,000 if the text does not contain their number.
 * @param limits the content of `/proc/self/limits`
 */
export function connectionsWithin(limits: string): number {
  const soft = /^Max open files +(\d+|unlimited) /m.exec(limits)?.[1];
  if (soft === undefined) return UNTOLD;
  if (soft === 'unlimited') return MOST;
  const descriptors = Number(soft);
  return Math.min(MOST, Math.max(Math.floor(descriptors / 2), descriptors - RESERVED));
}
