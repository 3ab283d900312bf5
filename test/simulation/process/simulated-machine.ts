import type { Machine } from '../../../apps/service/machine.js';
import { Uuids } from '../../../apps/service/uuids.js';
import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';
import type { SeededRandom } from '../kernel/seeded-random.js';

/** The machine of one process: timers end with the process, and its clock differs from the true time. */
export function simulatedMachine(
  kernel: Kernel,
  owner: Owner,
  random: SeededRandom,
  clockOffsetMs: () => number,
): Machine {
  const startedAt = kernel.now();
  const clock = { now: () => Math.floor(kernel.now() + clockOffsetMs()) };
  const passed = (): number => kernel.now() - startedAt;
  return {
    clock,
    monotonic: passed,
    uptime: passed,
    timers: { set: (milliseconds, callback) => kernel.after(milliseconds, `timer of ${owner.name}`, callback, owner) },
    ids: new Uuids(clock, (bytes) => random.fill(bytes)),
    chance: () => random.fraction(),
    randomness: {
      bytes: (count) => {
        const bytes = new Uint8Array(count);
        random.fill(bytes);
        return bytes;
      },
    },
    soon: (callback) => void kernel.after(0, `soon of ${owner.name}`, callback, owner),
    timeZoneData: '',
  };
}
