import { type LeaseRecords, whileLeased } from '../leases.js';
import type { ProgressReport } from '../progress/progress.js';
import { CheckpointMismatchError, type ReadModelWriter } from '../read-model.js';
import type { Sleep } from '../real-time.js';
import { ProjectionRunner } from './projection-runner.js';
import type { RunnerOptions } from './runner-options.js';

/** A copy of the rows that several processes share, as its follower needs it. */
export interface ProjectedCopy {
  readonly writer: ReadModelWriter;
  /** Leases of the follower of this copy. */
  readonly leases: LeaseRecords;
  /** Creates the missing parts of the copy. @returns its generation @throws ReadModelUnavailableError */
  ensure(): Promise<string>;
  /** Whether it still is of this generation. @throws ReadModelUnavailableError */
  isOf(generation: string): Promise<boolean>;
  /**
   * Whether rows of another generation are complete and live in its place. Undefined: rows are never exchanged.
   * @throws ReadModelUnavailableError
   */
  isExchanged?(generation: string): Promise<boolean>;
  /** Marks it as complete if it is of this generation. @throws ReadModelUnavailableError */
  markComplete(generation: string): Promise<void>;
}

export interface LeasedFollowerPorts extends Pick<
  RunnerOptions,
  'events' | 'skipped' | 'projections' | 'prefixes' | 'turnEvents' | 'traces'
> {
  /** The name of its checkpoint and of its lease. */
  readonly follower: string;
  readonly rows: ProjectedCopy;
  /** Identifies this process among all that ever ran. */
  readonly owner: string;
  /** Whether the process that an owner names has certainly ended. */
  readonly isGone?: (owner: string) => boolean;
  readonly sleep: Sleep;
  /** A sentence while the log cannot be followed; the runner is not told. */
  readonly logTrouble: () => string | undefined;
  /** Gets sentences for the log. */
  readonly log: (sentence: string) => void;
}

/** The listeners of a follower: for its progress, and for the errors that make it wait. */
export interface FollowerListeners {
  readonly report: (report: ProgressReport) => void;
  readonly trouble: (error: Error | undefined) => void;
}

/** Milliseconds between two attempts of a write that the read model must accept before a turn can continue. */
const RETRY_MS = 500;
/** Milliseconds to wait after an unexpected error. */
const AFTER_FAILURE_MS = 3_000;
/** Milliseconds between two checks whether the log can be followed, and whether the copy is the same. */
const LOOK_MS = 1_000;

/**
 * Follows the log into a shared copy of the rows whenever this process holds the lease, until the signal aborts
 * (docs/adr/0011-turns-by-signs-of-life.md). A turn creates the missing parts of the copy, marks it as complete once
 * its follower was at the end of the log, and ends when the copy was dropped or another process writes it.
 */
export function followWhileLeased(
  ports: LeasedFollowerPorts,
  signal: AbortSignal,
  tell: FollowerListeners,
): Promise<void> {
  const { rows, follower: name, owner, isGone, sleep, log } = ports;
  const lease = { records: rows.leases, name, owner, sleep, ...(isGone && { isGone }) };
  return whileLeased(lease, signal, async (turn) => {
    log('This process projects from now on.');
    const trouble = new Troubles(tell.trouble);
    try {
      while (await followGeneration(ports, turn, { report: tell.report, trouble }));
    } catch (error) {
      if (error instanceof CheckpointMismatchError) log('Another process projects: this one waits for its turn.');
      else await suffer(error as Error, ports, trouble, turn);
    } finally {
      // The next owner reports its own trouble.
      trouble.end();
    }
  });
}

/**
 * Follows into one generation of the rows.
 * @returns whether rows of another generation are live by now, which the turn continues
 *   (docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md)
 */
async function followGeneration(
  ports: LeasedFollowerPorts,
  turn: AbortSignal,
  listeners: { readonly report: FollowerListeners['report']; readonly trouble: Troubles },
): Promise<boolean> {
  const { rows } = ports;
  let generation: string | undefined;
  const isExchanged = async (): Promise<boolean> =>
    !turn.aborted && generation !== undefined && ((await rows.isExchanged?.(generation).catch(() => false)) ?? false);
  try {
    await followInTurn(ports, turn, listeners, (begun) => (generation = begun));
  } catch (error) {
    if (error instanceof CheckpointMismatchError && (await isExchanged())) return true;
    throw error;
  }
  return isExchanged();
}

async function followInTurn(
  {
    rows,
    events,
    skipped,
    projections,
    prefixes,
    turnEvents,
    follower,
    sleep,
    logTrouble,
    traces,
  }: LeasedFollowerPorts,
  turn: AbortSignal,
  { report, trouble }: { readonly report: FollowerListeners['report']; readonly trouble: Troubles },
  begun: (generation: string) => void,
): Promise<void> {
  const ended = new AbortController();
  const goesOn = AbortSignal.any([turn, ended.signal]);
  let generation: string | undefined;
  void watch(async () => {
    trouble.ofLog(logTrouble());
    // The copy was dropped: the next turn creates it again, and begins at the start of the log.
    if (generation !== undefined && !(await rows.isOf(generation).catch(() => true))) ended.abort();
  });
  try {
    // The database may have been dropped since the last turn.
    await untilDone(async () => begun((generation = await rows.ensure())), sleep, turn);
    const mark = async () => {
      if (generation !== undefined) await rows.markComplete(generation);
    };
    await new ProjectionRunner({
      events,
      projections,
      follower,
      sleep,
      writer: rows.writer,
      ...(skipped && { skipped }),
      ...(prefixes && { prefixes }),
      ...(turnEvents !== undefined && { turnEvents }),
      traces,
      report: markingComplete(report, () => void untilDone(mark, sleep, turn)),
      trouble: (error) => trouble.ofRunner(error),
    }).run(goesOn);
  } finally {
    ended.abort();
  }

  async function watch(look: () => Promise<void>): Promise<void> {
    while (!goesOn.aborted) {
      await look();
      await sleep(LOOK_MS, goesOn);
    }
  }
}

/** Why the follower does not continue: its own report, or a log that cannot be followed, of which it is not told. */
class Troubles {
  private runner: Error | undefined;
  private log: string | undefined;
  private told: string | undefined;

  constructor(private readonly tell: (error: Error | undefined) => void) {}

  ofRunner(error: Error | undefined): void {
    this.runner = error;
    this.say();
  }

  ofLog(detail: string | undefined): void {
    this.log = detail;
    this.say();
  }

  end(): void {
    this.runner = this.log = undefined;
    this.say();
  }

  private say(): void {
    const message = this.runner?.message ?? this.log;
    if (message === this.told) return;
    this.told = message;
    this.tell(message === undefined ? undefined : new Error(message));
  }
}

/** An unexpected error, such as one of a server that is shutting down, must not end projecting for good. */
async function suffer(
  error: Error,
  { log, sleep }: Pick<LeasedFollowerPorts, 'log' | 'sleep'>,
  trouble: Troubles,
  turn: AbortSignal,
): Promise<void> {
  log(`Projecting failed and is tried again: ${error.message}`);
  trouble.ofRunner(error);
  await sleep(AFTER_FAILURE_MS, turn);
}

/** Reports, and marks the copy once the follower has been at the end of the log: other processes wait for that. */
function markingComplete(report: (told: ProgressReport) => void, mark: () => void): (told: ProgressReport) => void {
  let isMarked = false;
  return (told) => {
    if (told.caughtUp && !isMarked) {
      isMarked = true;
      mark();
    }
    report(told);
  };
}

/** Repeats the work until the read model accepts it: the runner reports in health that it is unavailable. */
async function untilDone(work: () => Promise<void>, sleep: Sleep, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch {
      await sleep(RETRY_MS, signal);
    }
  }
}
