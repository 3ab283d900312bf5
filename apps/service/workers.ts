import type { Logger } from 'pino';
import type { HealthCheck } from '#http';
import { SweepWorker } from '#members';
import { realTimers } from '#read-model';
import { dropExpiredRecords } from '#workspace-head';
import type { Config } from './config.js';
import type { Ports } from './ports.js';
import type { StorePair } from './store-pair.js';

export interface Workers {
  /** Names what was given up on. */
  readonly check: HealthCheck;
  stop(): Promise<void>;
}

/** Starts what goes on by itself, while it is this process's turn: long sweeps, and the dropping of expired records. */
export function startWorkers(config: Config, pair: StorePair, ports: Ports, logger: Logger): Workers {
  const stopping = new AbortController();
  let sweeps: SweepWorker | undefined;
  pair.onProgress(() => sweeps?.wake());
  const turns = pair.whileOwner('workers', stopping.signal, async (turn) => {
    sweeps = new SweepWorker({ ...pair, decider: ports.decider, timers: realTimers });
    sweeps.start();
    const endDropping = startDropping(config, pair, ports, logger);
    await aborted(turn);
    endDropping();
    await sweeps.stop();
    sweeps = undefined;
  });
  let failure: string | undefined;
  turns.catch((err: unknown) => {
    failure = 'The workers of this process have ended.';
    logger.error({ err }, failure);
  });
  return {
    check: () => {
      if (failure !== undefined) return failure;
      const parked = sweeps?.parked() ?? [];
      return parked.length === 0 ? undefined : `Given up: ${parked.map(({ cause }) => `sweep ${cause}`).join(', ')}.`;
    },
    stop: () => {
      stopping.abort();
      return turns;
    },
  };
}

/** Drops expired records, once there is a complete copy to drop them from; the returned function ends it. */
function startDropping(config: Config, pair: StorePair, ports: Ports, logger: Logger): () => void {
  let end: () => void = () => undefined;
  let ended = false;
  pair.progress.whenReady().then(
    () => {
      if (ended) return;
      end = dropExpiredRecords({
        aside: pair.aside,
        clock: ports.clock,
        timers: realTimers,
        idempotencyDays: config.idempotencyDays,
        onError: (err) => logger.warn({ err }, 'expired idempotency records could not be dropped'),
      });
    },
    // Without a complete copy there is nothing to drop; health says why.
    () => undefined,
  );
  return () => {
    ended = true;
    end();
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
