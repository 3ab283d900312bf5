import { parentPort, workerData } from 'node:worker_threads';
import { CheckpointMismatchError, type ProgressReport, ProjectionRunner, realSleep, whileLeased } from '#read-model';
import { type HostedReadModel, hostReadModel } from '#read-model/thread';
import { FOLLOWER, PROJECTIONS } from './catalogue.js';
import { connect } from './distributed-stores.js';
import type { DistributedStores } from './stores-config.js';

/** What this thread is started with. */
export interface LeasedProjectionsData {
  readonly stores: DistributedStores;
  /** Names this process in the lease. */
  readonly owner: string;
}

const RETRY_MS = 500;

const { stores, owner } = workerData as LeasedProjectionsData;

// Folding costs the HTTP thread nothing: this thread has connections of its own.
await hostReadModel(parentPort!, async (log): Promise<HostedReadModel> => {
  const { store: events, rows, close } = await connect(stores);
  const lease = { records: rows.leases, name: FOLLOWER, owner, sleep: realSleep };
  return {
    writer: rows.writer,
    follow: (signal, tell) =>
      whileLeased(lease, signal, async (turn) => {
        log('This process projects from now on.');
        const report = markingComplete(tell.report, () => rows.markComplete(), turn);
        const options = { events, writer: rows.writer, projections: PROJECTIONS, follower: FOLLOWER, sleep: realSleep };
        try {
          await new ProjectionRunner({ ...options, ...tell, report }).run(turn);
        } catch (error) {
          if (!(error instanceof CheckpointMismatchError)) throw error;
          log('Another process projects: this one waits for its turn.');
        }
      }),
    close,
  };
});

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
