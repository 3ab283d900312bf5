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
  /** Whether the workers run at all. */
  readonly health: HealthCheck;
  /** By their names in health; each lists its parked items, which concerns those items alone. */
  readonly parked: Readonly<Record<string, HealthCheck>>;
  /**
   * Does all work that is due at `now`, in the first turn of this process; the clock must have reached it. Resolves
   * when its effects can be read.
   * @throws the error that kept work from being done
   */
  settle(now: Instant): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the background work, while this process holds the lease: long sweeps, leases and wrap-up times, queue
 * positions after a change of settings, webhooks, and the dropping of the rows of deleted workspaces and of expired
 * records.
 */
export function startWorkers(sources: WorkerSources): Workers {
  const { pair, ports, logger } = sources;
  const stopping = new AbortController();
  /** The workers of this turn; empty while this process does not hold the lease. */
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
      // A request may have been answered before its rows were written (Projection-Lag): its work would not be found.
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
