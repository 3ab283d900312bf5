import { followWhileLeased, type ProgressBoard, sleepBy } from '#read-model';
import { FOLLOWING } from '../../../apps/service/catalogue.js';
import { THREAD_CLOSE_MS } from '../../../apps/service/distributed-stores.js';
import type { Machine } from '../../../apps/service/machine.js';
import type { Projecting } from '../../../apps/service/shared-pair.js';
import type { SharedStores } from '../../../apps/service/shared-stores.js';
import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';
import { ThreadMessages } from './thread-messages.js';

/** Few, since workspaces of a world have few events: otherwise each turn would have all that wait. */
const TURN_EVENTS = 8;

export interface ProjectingOptions {
  readonly kernel: Kernel;
  readonly owner: Owner;
  readonly machine: Machine;
  /** Connections of the thread's own. */
  readonly connect: () => Promise<SharedStores>;
  readonly isGone: (owner: string) => boolean;
  /** In leases. */
  readonly ownerName: string;
}

/** The thread that projects, without a thread: its messages to the process take time, and come in their order. */
export async function startSimulatedProjecting(board: ProgressBoard, options: ProjectingOptions): Promise<Projecting> {
  const { kernel, owner, machine, isGone, ownerName } = options;
  const stores = await options.connect();
  const stop = new AbortController();
  let trouble: string | undefined;
  const messages = new ThreadMessages(kernel, owner, machine);
  const followed = followWhileLeased(
    {
      ...FOLLOWING,
      events: stores.store,
      skipped: stores.skipped,
      rows: stores.rows,
      owner: ownerName,
      isGone,
      sleep: sleepBy(machine.timers),
      turnEvents: TURN_EVENTS,
      logTrouble: () => stores.store.health().detail,
      log: () => undefined,
    },
    stop.signal,
    {
      // Whether there is a complete copy is read off its mark alone.
      report: (report) => messages.post('progress', () => board.report({ ...report, caughtUp: false })),
      trouble: (error) => messages.post('trouble', () => (trouble = error?.message)),
    },
  );
  let stopped: string | undefined;
  followed.catch((error: Error) => (stopped = error.message));
  return {
    died: new Promise<never>(() => undefined),
    trouble: () => stopped ?? trouble,
    eventsPerSecond: () => 0,
    close: async () => {
      stop.abort();
      const late = new Promise<void>((resolve) => machine.timers.set(THREAD_CLOSE_MS, resolve));
      await Promise.race([followed.catch(() => undefined), late]);
      await stores.close();
    },
  };
}
