import { randomFillSync } from 'node:crypto';
import { uptime } from 'node:os';
import type { Clock, IdSource, Soon, Timers } from '#kernel';
import { realTimers } from '#read-model';
import { nodeRandomness, type Randomness } from '#workspaces';
import { Uuids } from './uuids.js';

/**
 * The time and the randomness of a process (docs/adr/0038-a-simulated-world-runs-the-service.md). Every part of the
 * service gets it: on another machine the same process runs in virtual time, and a seed repeats the run. Code of one
 * driver or socket (the adapters of stores, the sender of webhooks) and the key that is made at the first start use the
 * system's own.
 */
export interface Machine {
  /** The wall clock, which may be set. */
  readonly clock: Clock;
  /** Milliseconds of a monotonic clock that stands still while the machine is suspended. */
  readonly monotonic: () => number;
  /** Milliseconds since the machine was started, including the time for which it was suspended. */
  readonly uptime: () => number;
  readonly timers: Timers;
  readonly ids: IdSource;
  /** A random number from 0 up to but not 1; not for secrets. */
  readonly chance: () => number;
  /** The source of secrets. */
  readonly randomness: Randomness;
  readonly soon: Soon;
  /** The version of its time zone data, such as `2025c`; '': not known. */
  readonly timeZoneData: string;
}

const clock: Clock = { now: () => Date.now() };

/** The machine that this process runs on. */
export const systemMachine: Machine = {
  clock,
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1_000,
  timers: realTimers,
  ids: new Uuids(clock, (bytes) => void randomFillSync(bytes)),
  chance: () => Math.random(),
  randomness: nodeRandomness,
  soon: (callback) => void setImmediate(callback),
  timeZoneData: process.versions['tz'] ?? '',
};
