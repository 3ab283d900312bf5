import { dirname } from 'node:path';
import type { SkippedEvents } from '#event-store';
import type { Position } from '#kernel';
import { type HeldStreamRow, type ReadModel, realSleep, type Sleep, untilCaughtUp } from '#read-model';
import { SqliteReadModel } from '#read-model/sqlite';
import { FOLLOWER, FOLLOWER_PROJECTIONS, FOLLOWING } from '../../catalogue.js';
import type { LogReading } from '../log-reading.js';
import { PastRefusal } from '../past-refusal.js';
import { foldPast } from '../past-rows.js';
import { telling } from '../telling.js';
import { RowComparison, type RowComparisonPorts } from './row-comparison.js';
import type { RowDifference } from './row-difference.js';
import type { LiveRows } from './rows-of-service.js';

export interface FoldComparing
  extends Pick<LogReading, 'log' | 'end'>, Pick<RowComparisonPorts, 'sparesHeld' | 'sample'> {
  /** The rows that a service keeps at the end of the log meanwhile. */
  readonly live: Pick<LiveRows, 'model' | 'checkpoint'>;
  /** The file of the fold. */
  readonly file: string;
  /** After which position the fold in the file continues; undefined: it is begun anew. */
  readonly resumesAfter?: Position | undefined;
  readonly isBuilding?: boolean;
  /** Only rows of this workspace; undefined: of all. */
  readonly workspaceId: string | undefined;
  readonly skipped: SkippedEvents;
  /** Called with each row that is not what the fold comes to. */
  readonly found: (difference: RowDifference) => void;
  /** Called with how far the log is folded. */
  readonly folded: (position: Position | undefined) => void;
  /** Called with the rows compared so far. */
  readonly compared: (rows: number) => void;
  readonly signal: AbortSignal;
}

/** What was compared. */
export interface VerifiedRows {
  /** Rows that are equal. */
  readonly equal: number;
  /** Of these, rows with personal data that has ended on one side. */
  readonly blanked: number;
  /** Rows that were written again and again while they were compared. */
  readonly moving: number;
  /** Rows that were not judged, since streams of their workspace are held back in the fold. */
  readonly unjudged: number;
  /** The streams that are held back in the fold, but for those of deleted workspaces. */
  readonly held: readonly HeldStreamRow[];
  /** Whether rows were not judged, since they are not in the sample. */
  readonly isPartial: boolean;
  /** Up to where the log was folded. */
  readonly position: Position | undefined;
}

/** Times that rows which moved are compared again. */
const ROUNDS = 10;

/**
 * Folds the log into a file, and compares its rows with those of a service at work
 * (docs/adr/0047-rows-are-compared-with-a-fresh-fold.md). The fold is continued at the end of the log until no row
 * has moved in between, ten times at most.
 * @throws PastRefusal, ReadModelOpenError, StoreUnavailableError; the signal's reason
 */
export async function compareWithFold(comparing: FoldComparing): Promise<VerifiedRows> {
  return compareWithGrowing(new Fold(comparing), { ...comparing, directory: dirname(comparing.file) });
}

/** Rows that are folded from the log, and stand still while they are used. */
export interface GrowingRows {
  /** Up to where the log is folded; undefined: nothing of it. */
  readonly position: Position | undefined;
  /** Folds to the present end of the log, waits until the live rows have it too, and hands out the rows of the fold. */
  goOn(use: (fresh: ReadModel) => Promise<void>): Promise<void>;
}

/**
 * Compares rows of a fold with live ones, as {@link compareWithFold} does.
 * @throws what `goOn` throws; the signal's reason
 */
export async function compareWithGrowing(
  fold: GrowingRows,
  comparing: Pick<FoldComparing, 'live' | 'workspaceId' | 'found' | 'sparesHeld' | 'sample' | 'compared' | 'signal'> &
    Pick<RowComparisonPorts, 'directory'>,
): Promise<VerifiedRows> {
  const { live, workspaceId, found, sparesHeld = false, sample, compared, directory, signal } = comparing;
  const comparison = new RowComparison({
    live: live.model,
    projections: FOLLOWER_PROJECTIONS,
    ...{ workspaceId, found, sparesHeld, sample, directory, signal },
  });
  try {
    await fold.goOn((fresh) => comparison.all(fresh, compared));
    for (let round = 0; round < ROUNDS && comparison.moving > 0; round += 1) {
      await fold.goOn((fresh) => comparison.again(fresh));
    }
    const { equal, blanked, moving, unjudged, held, isPartial } = comparison;
    return { equal, blanked, moving, unjudged, held, isPartial, position: fold.position };
  } finally {
    comparison.close();
  }
}

/** A fold of the log, which is continued at its end. */
class Fold implements GrowingRows {
  position: Position | undefined;

  constructor(private readonly ports: FoldComparing) {
    this.position = ports.resumesAfter;
  }

  async goOn(use: (fresh: ReadModel) => Promise<void>): Promise<void> {
    const { folded, signal } = this.ports;
    const log = telling(this.ports.log, folded);
    const end = this.position ?? this.ports.end;
    const { file, writer } = await foldPast({ ...this.ports, log, end, resumesAfter: this.position });
    this.position = await writer.checkpoint(FOLLOWER);
    writer.close();
    await untilReached(this.position, this.ports);
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

/**
 * Waits until the live rows have the log up to a position.
 * @throws PastRefusal they do not get there; the signal's reason
 */
export async function untilReached(
  position: Position | undefined,
  { log: events, live, sleep = realSleep, signal }: Pick<FoldComparing, 'log' | 'live' | 'signal'> & { sleep?: Sleep },
): Promise<void> {
  const end = async () => position;
  const rowsAreAt = () => live.checkpoint();
  const { prefixes } = FOLLOWING;
  const haveReached = await untilCaughtUp({ events, end, rowsAreAt, prefixes, sleep }, signal);
  signal.throwIfAborted();
  if (haveReached) return;
  throw new PastRefusal('unavailable', 'The rows lack events of the log, and no service adds them now.');
}
