import type { Logger } from 'pino';
import type { RebuildStatus } from './rebuild-run.js';

/** Rows that differ which a line of the log names, by their keys and the names of their fields. */
const MOST_LOGGED = 10;

/** Logs how a rebuild has ended. */
export function tellRebuild(logger: Pick<Logger, 'info' | 'warn' | 'error'>, status: RebuildStatus): void {
  const { state, kind, by, forced, different_rows, equal_rows, error } = status;
  // The next rebuild forgets them: what kept this one from being served could not be told any more.
  const differences = status.differences.slice(0, MOST_LOGGED);
  const differing = { by, different_rows, differences };
  if (state === 'done' && different_rows === 0) logger.info({ kind, by, equal_rows }, 'the rows were exchanged');
  else if (state === 'done') logger.warn({ kind, forced, ...differing }, 'rows were exchanged that differ');
  else if (state === 'differs') logger.error(differing, 'the rebuilt rows differ: they are not served');
  else if (state === 'failed') logger.error({ kind, by, error }, 'the rebuild of the rows has failed');
}
