import type { HealthCheck } from '#http';
import { aborted, type Instant } from '#kernel';
import {
  BACKGROUND_WORKERS,
  type BackgroundWorker,
  type WorkerDefinition,
  type WorkerSources,
} from './background-workers.js';
import { namingSentence } from './naming-sentence.js';
import type { TurnScope } from './store-pair.js';

/** The items of one worker of this process. */
export interface WorkerItems {
  /** Its name in health. */
  readonly worker: string;
  /** Due items that it has taken from its to-do list. */
  readonly due: number;
  readonly parked: number;
}

export interface Workers {
  /** Whether the workers run at all. */
  readonly health: HealthCheck;
  /** By their names in health; each lists its parked items, which concerns those items alone. */
  readonly parked: Readonly<Record<string, HealthCheck>>;
  /** Of the workers with a to-do list whose turn this process has. */
  items(): readonly WorkerItems[];
  /**
   * Does all work that is due at `now`, in this process's first turn of the log; the clock must have reached it.
   * Resolves when its effects can be read.
   * @throws the error that kept work from being done
   */
  settle(now: Instant): Promise<void>;
  stop(): Promise<void>;
}

const SCOPES: readonly TurnScope[] = ['log', 'rows'];

/**
 * Starts the background work. While this process has the turn of the log: long sweeps, leases and wrap-up times,
 * webhooks. While it has the turn of its copy of the rows: queue positions after a change of settings, and the dropping
 * of the rows of deleted workspaces and of expired records.
 */
export function startWorkers(sources: WorkerSources): Workers {
  const { pair, ports, logger } = sources;
  const stopping = new AbortController();
  /** The workers of the turns that this process has. */
  const running = new Map<WorkerDefinition, BackgroundWorker>();
  let begin: () => void = () => undefined;
  /** The first turn of the log: what has to be settled is written there. */
  const begun = new Promise<void>((resolve) => (begin = resolve));
  pair.onProgress(() => {
    for (const worker of running.values()) worker.wake?.();
  });
  const turns = SCOPES.map((scope) =>
    pair.whileOwner(scope, stopping.signal, async (turn) => {
      const definitions = BACKGROUND_WORKERS.filter((each) => each.turn === scope);
      for (const definition of definitions) running.set(definition, definition.make(sources));
      const workers = definitions.map((definition) => running.get(definition)!);
      for (const worker of workers) worker.start();
      if (scope === 'log') begin();
      await aborted(turn);
      await Promise.all(workers.map((worker) => worker.stop()));
      for (const definition of definitions) running.delete(definition);
    }),
  );
  const ended = Promise.all(turns).then(() => undefined);
  let failure: string | undefined;
  ended.catch((err: unknown) => {
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
    items: () =>
      [...running].flatMap(([{ check: worker }, each]) =>
        worker === undefined ? [] : [{ worker, due: each.due?.() ?? 0, parked: each.parked?.().length ?? 0 }],
      ),
    settle: async (now) => {
      await begun;
      // A request may have been answered before its rows were written (Projection-Lag): its work would not be found.
      await ports.decider.rowsFollow();
      for (const worker of running.values()) await worker.settle?.(now);
    },
    stop: () => {
      stopping.abort();
      begin();
      // Where one turn has failed, the other one still has to end before the stores are closed.
      return Promise.allSettled(turns).then(() => ended);
    },
  };
}
