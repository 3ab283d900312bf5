import type { HealthCheck } from '#http';
import type { Instant } from '#kernel';
import {
  BACKGROUND_WORKERS,
  type BackgroundWorker,
  type WorkerDefinition,
  type WorkerSources,
} from './background-workers.js';
import { namingSentence } from './naming-sentence.js';

export interface Workers {
  /** Whether they work at all. */
  readonly health: HealthCheck;
  /** By their names in health; each names the items that it has parked, which concern those alone. */
  readonly parked: Readonly<Record<string, HealthCheck>>;
  /**
   * Does what is due by the clock at `now`, in the first turn of this process; resolves when its effects can be read.
   * @throws what kept something from being done
   */
  settle(now: Instant): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts what goes on by itself, while it is this process's turn: long sweeps, leases and wrap-up times, positions in
 * the queue after a change of settings, webhooks, and the dropping of the rows of deleted workspaces and of expired
 * records.
 */
export function startWorkers(sources: WorkerSources): Workers {
  const { pair, ports, logger } = sources;
  const stopping = new AbortController();
  /** Those of this turn; empty while it is not this process's turn. */
  const running = new Map<WorkerDefinition, BackgroundWorker>();
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  pair.onProgress(() => {
    for (const worker of running.values()) worker.wake?.();
  });
  const turns = pair.whileOwner('workers', stopping.signal, async (turn) => {
    for (const definition of BACKGROUND_WORKERS) running.set(definition, definition.make(sources));
    for (const worker of running.values()) worker.start();
    begin();
    await aborted(turn);
    await Promise.all([...running.values()].map((worker) => worker.stop()));
    running.clear();
  });
  let failure: string | undefined;
  turns.catch((err: unknown) => {
    failure = 'The workers of this process have ended.';
    logger.error({ err }, failure);
  });
  const parked = BACKGROUND_WORKERS.flatMap((each) => {
    const health: HealthCheck = () => namingSentence('Given up', running.get(each)?.parked?.() ?? []);
    return each.check === undefined ? [] : [[each.check, health] as const];
  });
  return {
    health: () => failure,
    parked: Object.fromEntries(parked),
    settle: async (now) => {
      await begun;
      // An answer may have come before its rows (Projection-Lag): what it began would not be found.
      await ports.decider.rowsFollow();
      for (const worker of running.values()) await worker.settle?.(now);
    },
    stop: () => {
      stopping.abort();
      begin();
      return turns;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
