import type { Server } from 'node:http';
import type { Logger } from 'pino';

/**
 * Milliseconds between two log lines about refused connections: a client that opens thousands must not fill the log.
 */
const LOG_EVERY_MS = 60_000;

/**
 * Limits the open connections of a server (docs/adr/0023-connections-and-bodies-are-bounded.md). Without a limit,
 * connections that send nothing use up the file descriptors of the process, which its stores need too. A connection
 * over the limit is closed as soon as it is accepted; the open ones stay.
 * @param now milliseconds of a monotonic clock
 */
export function limitConnections(
  server: Server,
  limit: number,
  { logger, now, onRefused }: { readonly logger: Logger; readonly now: () => number; readonly onRefused: () => void },
): void {
  let refused = 0;
  let loggedAt: number | undefined;
  server.maxConnections = limit;
  server.on('drop', () => {
    onRefused();
    refused += 1;
    if (loggedAt !== undefined && now() - loggedAt < LOG_EVERY_MS) return;
    logger.warn({ refused, max_connections: limit }, 'connections refused: MAX_CONNECTIONS are open');
    loggedAt = now();
    refused = 0;
  });
}
