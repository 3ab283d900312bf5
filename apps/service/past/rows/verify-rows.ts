import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SkippedEvents } from '#event-store';
import type { Instant, Position } from '#kernel';
import { realSleep } from '#read-model';
import { SqliteReadModel } from '#read-model/sqlite';
import { FOLLOWER, FOLLOWER_PROJECTIONS } from '../../catalogue.js';
import { readConfig } from '../../config.js';
import type { Variables } from '../../environment.js';
import { systemMachine } from '../../machine.js';
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
/** Milliseconds that the live rows may take to reach the fresh ones: they are folded by a service at work. */
const CATCH_UP_MS = 30_000;
const LOOK_MS = 100;
const END_OF_TIME: Instant = '9999-12-31T23:59:59.999Z';

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
    const narrowed = (log: ReadableLog) =>
      workspaceId === undefined ? log : new PastLog(log, { until: END_OF_TIME, workspaceId });
    reading = await openLogReading({ config, skipped, timers: systemMachine.timers, narrowed });
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
    await reached(live, this.position, signal);
    const fresh = new SqliteReadModel(file);
    fresh.open();
    try {
      await use(fresh);
    } finally {
      fresh.close();
    }
    signal.throwIfAborted();
  }
}

/** @throws PastRefusal the live rows do not get there */
async function reached(live: LiveRows, to: Position | undefined, signal: AbortSignal): Promise<void> {
  const until = performance.now() + CATCH_UP_MS;
  for (;;) {
    const at = await live.checkpoint();
    if (to === undefined || (at !== undefined && at >= to)) return;
    if (performance.now() > until) {
      throw new PastRefusal('unavailable', 'The rows lack events of the log, and no service adds them now.');
    }
    await realSleep(LOOK_MS, signal);
    signal.throwIfAborted();
  }
}
