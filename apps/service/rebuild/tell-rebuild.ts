import type { Logger } from 'pino';
import type { RebuildStatus } from './rebuild-run.js';

/** Logs how a rebuild has ended. */
export function tellRebuild(logger: Pick<Logger, 'info' | 'warn' | 'error'>, status: RebuildStatus): void {
  const { state, kind, by, forced, different_rows, equal_rows, error } = status;
  if (state === 'done' && different_rows === 0) logger.info({ kind, by, equal_rows }, 'the rows were exchanged');
  else if (state === 'done') logger.warn({ kind, by, forced, different_rows }, 'rows were exchanged that differ');
  else if (state === 'differs') logger.error({ by, different_rows }, 'the rebuilt rows differ: they are not served');
  else if (state === 'failed') logger.error({ kind, by, error }, 'the rebuild of the rows has failed');
}
