import { randomFillSync } from 'node:crypto';
import { uptime } from 'node:os';
import type { Clock, IdSource, Soon, Timers } from '#kernel';
import { realTimers } from '#read-model';
import { nodeRandomness, type Randomness } from '#workspaces';
import { Uuids } from './uuids.js';

/**
 * Where a process takes time and chance from (docs/adr/0038-a-simulated-world-runs-the-service.md). Everything that the
 * service is composed of is given one: under another machine the same process runs in virtual time, and a seed repeats
 * it. What belongs to one driver or socket (the adapters of stores, the sender of webhooks) uses the system's own.
 */
export interface Machine {
  /** The wall clock, which may be set. */
  readonly clock: Clock;
  /** Milliseconds that only ever grow; they stand still while the machine is suspended. */
  readonly monotonic: () => number;
  /** Milliseconds since the machine was started, the time it was suspended included. */
  readonly uptime: () => number;
  readonly timers: Timers;
  readonly ids: IdSource;
  /** Chance that no secret rests on, from 0 up to but not 1. */
  readonly chance: () => number;
  /** What secrets are made of. */
  readonly randomness: Randomness;
  readonly soon: Soon;
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
};
