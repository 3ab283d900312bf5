import { sleepBy } from '#read-model';
import type { Machine } from '../../../apps/service/machine.js';
import { Inbox } from '../../../apps/service/rebuild/inbox.js';
import { buildBeside, type ToSharedRebuild } from '../../../apps/service/rebuild/shared-building.js';
import type { StartBuilding } from '../../../apps/service/rebuild/shared-rebuild-run.js';
import type { SharedStores } from '../../../apps/service/shared-stores.js';
import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';
import { ThreadMessages } from './thread-messages.js';

export interface BuildingOptions {
  readonly kernel: Kernel;
  /** The process, and its thread that builds. */
  readonly owner: Owner;
  readonly thread: Owner;
  readonly machine: Machine;
  /** Connections of the thread's own. */
  readonly connect: () => Promise<SharedStores>;
}

/** The thread that rebuilds the rows, without a thread: what it does is the service's own. */
export function simulatedBuilding({ kernel, owner, thread, machine, connect }: BuildingOptions): StartBuilding {
  return (build, hear) => {
    const fromThread = new ThreadMessages(kernel, owner, machine);
    const toThread = new ThreadMessages(kernel, thread, machine);
    const stop = new AbortController();
    const inbox = new Inbox<ToSharedRebuild>();
    const built = buildBeside(build, {
      connect,
      tell: (message) => fromThread.post(`message ${message.kind}`, () => hear(message)),
      next: () => inbox.take(),
      signal: stop.signal,
      sleep: sleepBy(machine.timers),
      clock: machine.clock,
      monotonic: machine.monotonic,
    });
    return {
      post: (message) =>
        toThread.post(`message ${message.kind}`, () => {
          if (message.kind === 'stop') stop.abort();
          inbox.put(message);
        }),
      ended: new Promise((resolve, reject) => {
        built.then(
          () => fromThread.post('the thread has ended', resolve),
          (error: Error) => fromThread.post('the thread has failed', () => reject(error)),
        );
      }),
    };
  };
}
