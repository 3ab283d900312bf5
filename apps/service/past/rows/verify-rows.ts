import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SkippedEvents } from '#event-store';
import type { Position } from '#kernel';
import { realSleep, untilCaughtUp } from '#read-model';
import { SqliteReadModel } from '#read-model/sqlite';
import { FOLLOWER, FOLLOWER_PROJECTIONS, FOLLOWING } from '../../catalogue.js';
import { readConfig } from '../../config.js';
import type { Variables } from '../../environment.js';
import { type LogReading, openLogReading } from '../log-reading.js';
import { partOf } from '../part-of.js';
import { PastLog } from '../past-log.js';
import { asPastRefusal, PastRefusal } from '../past-refusal.js';
import { foldPast } from '../past-rows.js';
import type { ReadableLog } from '../read-stores.js';
import { telling } from '../telling.js';
import { openLiveRows } from './live-rows.js';
import { RowComparison, type RowDifference } from './row-comparison.js';
import type { LiveRows } from './rows-of-service.js';

export interface VerifyRowsOptions {
  /** The environment of the service whose rows they are. */
  readonly environment: Variables;
  /** Only rows of this workspace; undefined: of all. */
  readonly workspaceId: string | undefined;
  readonly signal: AbortSignal;
  /** Called with each row that is not what a fresh fold comes to. */
  readonly found: (difference: RowDifference) => void;
  /** @param part from 0 to 1; undefined: it is not known */
  readonly progress: (part: number | undefined, text: string) => void;
}

/** What was compared. */
export interface VerifiedRows {
  /** Rows that are equal. */
  readonly equal: number;
  /** Rows that were written again and again while they were compared. */
  readonly moving: number;
  /** Up to where the log was folded. */
  readonly position: Position | undefined;
}

/** Times that rows which moved are compared again. */
const ROUNDS = 10;

/**
 * Compares the rows of a service with a fresh fold of its log in a temporary directory, while the service may run
 * (docs/adr/0047-rows-are-compared-with-a-fresh-fold.md). Nothing is written to a store.
 * @throws PastRefusal one clear sentence; the signal's reason
 */
export async function verifyRows(options: VerifyRowsOptions): Promise<VerifiedRows> {
  const { workspaceId, found, progress } = options;
  let reading: LogReading | undefined;
  let live: LiveRows | undefined;
  const directory = await mkdtemp(join(tmpdir(), 'smart-lists-fold-'));
  try {
    const config = readConfig(options.environment);
    live = await openLiveRows(config.stores);
    const skipped = new SkippedEvents();
    const narrowed = (log: ReadableLog) => (workspaceId === undefined ? log : new PastLog(log, { workspaceId }));
    reading = await openLogReading({ config, skipped, narrowed });
    await skipped.refresh(reading.log);
    const fold = new Fold({ reading, directory, skipped, ...options });
    const comparison = new RowComparison({ live: live.model, projections: FOLLOWER_PROJECTIONS, workspaceId, found });
    const compare = (rows: number): void => progress(undefined, `${rows} rows compared`);
    await fold.goOn(live, (fresh) => comparison.all(fresh, compare));
    for (let round = 0; round < ROUNDS && comparison.moving > 0; round += 1) {
      await fold.goOn(live, (fresh) => comparison.again(fresh));
    }
    const { equal, moving } = comparison;
    return { equal, moving, position: fold.position };
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    await reading?.close();
    await live?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

interface FoldPorts extends Pick<VerifyRowsOptions, 'workspaceId' | 'signal' | 'progress'> {
  readonly reading: LogReading;
  readonly directory: string;
  readonly skipped: SkippedEvents;
}

/** A fresh fold of the log, which is continued at its end. */
class Fold {
  position: Position | undefined;

  constructor(private readonly ports: FoldPorts) {}

  /** Folds to the present end of the log, waits until the live rows have it too, and hands out the rows of the fold. */
  async goOn(live: LiveRows, use: (fresh: SqliteReadModel) => Promise<void>): Promise<void> {
    const { reading, progress, signal } = this.ports;
    const log = telling(reading.log, (position) => progress(partOf(position, reading.end), 'events folded'));
    const end = this.position ?? reading.end;
    const { file, writer } = await foldPast({ ...this.ports, log, end, resumesAfter: this.position });
    this.position = await writer.checkpoint(FOLLOWER);
    writer.close();
    await this.untilReached(live);
    const fresh = new SqliteReadModel(file);
    fresh.open();
    try {
      await use(fresh);
    } finally {
      fresh.close();
    }
    signal.throwIfAborted();
  }

  /** @throws PastRefusal the live rows do not get there */
  private async untilReached(live: LiveRows): Promise<void> {
    const { reading, signal } = this.ports;
    const end = async () => this.position;
    const rowsAreAt = () => live.checkpoint();
    const { prefixes } = FOLLOWING;
    const ports = { events: reading.log, end, rowsAreAt, prefixes, sleep: realSleep };
    const haveReached = await untilCaughtUp(ports, signal);
    signal.throwIfAborted();
    if (haveReached) return;
    throw new PastRefusal('unavailable', 'The rows lack events of the log, and no service adds them now.');
  }
}
