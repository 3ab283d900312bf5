import { parentPort, workerData } from 'node:worker_threads';
import { CheckpointMismatchError, type ProgressReport, ProjectionRunner, realSleep, whileLeased } from '#read-model';
import { type HostedReadModel, hostReadModel } from '#read-model/thread';
import { FOLLOWED, FOLLOWER, FOLLOWER_PROJECTIONS } from './catalogue.js';
import { connect } from './distributed-stores.js';
import { isGoneOwner } from './process-owner.js';
import type { DistributedStores } from './stores-config.js';

/** What this thread is started with. */
export interface LeasedProjectionsData {
  readonly stores: DistributedStores;
  /** Names this process in the lease. */
  readonly owner: string;
}

/** Between two tries of what the read model must take before a turn can go on. */
const RETRY_MS = 500;
/** After an error that nobody foresaw. */
const AFTER_FAILURE_MS = 3_000;
/** Between two looks at whether the log can be followed. */
const LOOK_MS = 1_000;

const { stores, owner } = workerData as LeasedProjectionsData;

// Folding costs the HTTP thread nothing: this thread has connections of its own.
await hostReadModel(parentPort!, async (log): Promise<HostedReadModel> => {
  const { store: events, skipped, rows, close } = await connect(stores, log);
  const lease = { records: rows.leases, name: FOLLOWER, owner, sleep: realSleep, isGone: isGoneOwner };
  return {
    writer: rows.writer,
    follow: (signal, tell) =>
      whileLeased(lease, signal, async (turn) => {
        log('This process projects from now on.');
        const ended = new AbortController();
        const goesOn = AbortSignal.any([turn, ended.signal]);
        const trouble = new Troubles(tell.trouble);
        let generation: string | undefined;
        void watch(async () => {
          trouble.ofLog(events.health().detail);
          // The copy was dropped: the next turn creates what is missing, and begins at the beginning.
          if (generation !== undefined && !(await rows.isOf(generation).catch(() => true))) ended.abort();
        }, goesOn);
        try {
          // The database may have been dropped since the last turn.
          await untilDone(async () => void (generation = await rows.ensure()), turn);
          const mark = async () => {
            if (generation !== undefined) await rows.markComplete(generation);
          };
          const report = markingComplete(tell.report, mark, turn);
          const what = { projections: FOLLOWER_PROJECTIONS, follower: FOLLOWER, prefixes: FOLLOWED };
          const told = { report, trouble: (error: Error | undefined) => trouble.ofRunner(error) };
          await new ProjectionRunner({ events, skipped, writer: rows.writer, ...what, ...told, sleep: realSleep }).run(
            goesOn,
          );
        } catch (error) {
          if (error instanceof CheckpointMismatchError) {
            log('Another process projects: this one waits for its turn.');
          } else await suffer(error as Error, { log, trouble, turn });
        } finally {
          ended.abort();
          // Whoever has the next turn has its troubles, too.
          trouble.end();
        }
      }),
    close,
  };
});

/** What keeps the follower from going on: what it says itself, or a log that cannot be followed, which it never hears of. */
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

/** What nobody foresaw, such as an error that a server gives while it ends, must not end projecting for good. */
async function suffer(
  error: Error,
  { log, trouble, turn }: { log: (sentence: string) => void; trouble: Troubles; turn: AbortSignal },
): Promise<void> {
  log(`Projecting failed and is tried again: ${error.message}`);
  trouble.ofRunner(error);
  await realSleep(AFTER_FAILURE_MS, turn);
}

async function watch(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await look();
    await realSleep(LOOK_MS, signal);
  }
}

/** Reports, and marks the copy as complete once the follower has been at the end of the log: other processes wait for that. */
function markingComplete(
  report: (told: ProgressReport) => void,
  mark: () => Promise<void>,
  signal: AbortSignal,
): (told: ProgressReport) => void {
  let begun = false;
  return (told) => {
    if (told.caughtUp && !begun) {
      begun = true;
      void untilDone(mark, signal);
    }
    report(told);
  };
}

async function untilDone(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch {
      // The read model is away; the runner says so in health.
      await realSleep(RETRY_MS, signal);
    }
  }
}
