import type { Logger } from 'pino';
import type { HealthCheck } from '#http';
import { SweepWorker } from '#members';
import { realTimers } from '#read-model';
import { dropExpiredRecords } from '#workspace-head';
import type { Config } from './config.js';
import type { EmbeddedPair } from './embedded-pair.js';
import type { Ports } from './ports.js';

export interface Workers {
  /** Names what was given up on. */
  readonly check: HealthCheck;
  stop(): Promise<void>;
}

/** Starts what goes on by itself: long sweeps, and the dropping of expired records. */
export function startWorkers(config: Config, pair: EmbeddedPair, ports: Ports, logger: Logger): Workers {
  const sweeps = new SweepWorker({
    readModel: pair.readModel,
    decider: ports.decider,
    progress: pair.progress,
    timers: realTimers,
  });
  sweeps.start();
  pair.onProgress(() => sweeps.wake());
  let endDropping: () => void = () => undefined;
  let stopped = false;
  pair.progress.whenReady().then(
    () => {
      if (stopped) return;
      endDropping = dropExpiredRecords({
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
  return {
    check: () => {
      const parked = sweeps.parked();
      return parked.length === 0 ? undefined : `Given up: ${parked.map(({ cause }) => `sweep ${cause}`).join(', ')}.`;
    },
    stop: async () => {
      stopped = true;
      endDropping();
      await sweeps.stop();
    },
  };
}
