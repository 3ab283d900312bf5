import { type SkippedEvents, SKIPS_STREAM } from '#event-store';
import { type Position, arrivalStream, workspaceStream } from '#kernel';
import { ProjectionRunner, realSleep } from '#read-model';
import { removeFile, SqliteReadModelWriter } from '#read-model/sqlite';
import { DELIVERY_STREAMS } from '#webhooks/domain';
import { CACHE_COLLECTIONS, FOLLOWER, FOLLOWER_PROJECTIONS, FOLLOWING } from '../catalogue.js';
import type { LogReading } from './log-reading.js';
import type { PastBounds } from './past-log.js';

/** Not the name that the rows of a service have. */
export const PAST_ROWS = 'past-rows.db';

export interface PastRowsOptions extends Pick<LogReading, 'log' | 'end'>, Pick<PastBounds, 'workspaceId'> {
  /** The file of the rows; it is made where there is none. */
  readonly file: string;
  /** The position after which folding into rows that are there already continues; undefined: there are none. */
  readonly resumesAfter: Position | undefined;
  readonly skipped: SkippedEvents;
  /** Whether the file is one that a rebuild builds. */
  readonly isBuilding?: boolean;
  /** Aborting it ends the folding. */
  readonly signal: AbortSignal;
}

/** The rows of a past. */
export interface PastRows {
  readonly file: string;
  readonly writer: SqliteReadModelWriter;
}

/**
 * Folds a past with the service's own projections into a file of rows, from its checkpoint on.
 * @throws ReadModelOpenError, StoreUnavailableError
 * @throws the reason of `signal`
 */
export async function foldPast(options: PastRowsOptions): Promise<PastRows> {
  const { log, end: endOfLog, workspaceId, file, resumesAfter, skipped, isBuilding = false, signal } = options;
  // What a folding has left that was cut off before it knew where a later one continues.
  if (resumesAfter === undefined) removeFile(file);
  const writer = SqliteReadModelWriter.open({
    path: file,
    projections: FOLLOWER_PROJECTIONS,
    others: CACHE_COLLECTIONS,
    source: { end: endOfLog },
    isBuilding,
    indexesLast: true,
  });
  try {
    await resumeAfter(writer, resumesAfter);
    const done = new AbortController();
    const prefixes =
      workspaceId === undefined
        ? FOLLOWING.prefixes
        : [workspaceStream(workspaceId), arrivalStream(workspaceId), DELIVERY_STREAMS, SKIPS_STREAM];
    const runner = new ProjectionRunner({
      ...FOLLOWING,
      ...{ prefixes, events: log, skipped, writer },
      sleep: realSleep,
      loaded: () => writer.addIndexes(),
      report: ({ caughtUp }) => caughtUp && done.abort(),
    });
    await runner.run(AbortSignal.any([signal, done.signal]));
    signal.throwIfAborted();
    return { file, writer };
  } catch (error) {
    writer.close();
    throw error;
  }
}

/**
 * Events between that position and the rows' checkpoint are folded again: those that the rows have change nothing,
 * those that were later than the past that was kept are added.
 */
async function resumeAfter(writer: SqliteReadModelWriter, to: Position | undefined): Promise<void> {
  const from = await writer.checkpoint(FOLLOWER);
  // Rows that did not fit these projections were dropped when the file was opened.
  if (to === undefined || from === undefined || from === to) return;
  await writer.commit({ writes: [], projectedRevisions: new Map(), follower: FOLLOWER, from, to });
}
