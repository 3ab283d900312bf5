import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SkippedEvents } from '#event-store';
import { readConfig } from '../../config.js';
import type { Variables } from '../../environment.js';
import { type LogReading, openLogReading } from '../log-reading.js';
import { partOf } from '../part-of.js';
import { PastLog } from '../past-log.js';
import { asPastRefusal, PastRefusal } from '../past-refusal.js';
import { PAST_ROWS } from '../past-rows.js';
import type { ReadableLog } from '../read-stores.js';
import { compareWithFold, type VerifiedRows } from './compare-with-fold.js';
import { openLiveRows } from './live-rows.js';
import type { RowDifference } from './row-difference.js';
import type { LiveRows } from './rows-of-service.js';

export interface VerifyRowsOptions {
  /** The environment of the service whose rows they are. */
  readonly environment: Variables;
  /** Only rows of this workspace; undefined: of all. */
  readonly workspaceId: string | undefined;
  /** How many rows of each collection are compared, chosen by chance; undefined: all. */
  readonly sample?: number | undefined;
  readonly signal: AbortSignal;
  /** Called with each row that is not what a fresh fold comes to. */
  readonly found: (difference: RowDifference) => void;
  /** @param part from 0 to 1; undefined: it is not known */
  readonly progress: (part: number | undefined, text: string) => void;
}

/**
 * Compares the rows of a service with a fresh fold of its log in a temporary directory, while the service may run
 * (docs/adr/0047-rows-are-compared-with-a-fresh-fold.md). Nothing is written to a store.
 * @throws PastRefusal one clear sentence; `not_found`: neither the log nor the rows have the workspace; the signal's
 *   reason
 */
export async function verifyRows(options: VerifyRowsOptions): Promise<VerifiedRows> {
  const { workspaceId, sample, progress, signal } = options;
  let reading: LogReading | undefined;
  let live: LiveRows | undefined;
  const directory = await mkdtemp(join(tmpdir(), 'smart-lists-fold-'));
  try {
    const config = readConfig(options.environment);
    live = await openLiveRows(config.stores);
    const skipped = new SkippedEvents();
    let past: PastLog | undefined;
    const narrowed = (log: ReadableLog) =>
      workspaceId === undefined ? log : (past = new PastLog(log, { workspaceId }));
    reading = await openLogReading({ config, skipped, narrowed });
    await skipped.refresh(reading.log);
    const { log, end } = reading;
    let isFound = false;
    const found: VerifyRowsOptions['found'] = (difference) => {
      isFound = true;
      options.found(difference);
    };
    const verified = await compareWithFold({
      ...{ log, end, workspaceId, live, skipped, found, sparesHeld: true, sample, signal },
      file: join(directory, PAST_ROWS),
      folded: (position) => progress(partOf(position, end), 'events folded'),
      compared: (rows) => progress(undefined, `${rows} rows compared`),
    });
    if (past?.isWorkspaceKnown === false && !isFound) {
      throw new PastRefusal('not_found', `The log has no event of workspace ${workspaceId}.`);
    }
    return verified;
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    await reading?.close();
    await live?.close();
    await rm(directory, { recursive: true, force: true });
  }
}
