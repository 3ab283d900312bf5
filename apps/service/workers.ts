import type { Logger } from 'pino';
import { CallTimerWorker, RequeueWorker } from '#dialing';
import type { HealthCheck } from '#http';
import type { Instant } from '#kernel';
import { SweepWorker } from '#members';
import { realTimers } from '#read-model';
import { dropExpiredRecords } from '#workspace-head';
import type { Config } from './config.js';
import type { Ports } from './ports.js';
import type { StorePair } from './store-pair.js';

export interface Workers {
  /** By their names; each says what was given up on. */
  readonly checks: Readonly<Record<string, HealthCheck>>;
  /**
   * Does what is due by the clock at `now`, in the first turn of this process; resolves when its effects can be read.
   * @throws what kept something from being done
   */
  settle(now: Instant): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts what goes on by itself, while it is this process's turn: long sweeps, leases and wrap-up times, the places in the queue
 * after a change of settings, and the dropping of expired records.
 */
export function startWorkers(config: Config, pair: StorePair, ports: Ports, logger: Logger): Workers {
  const stopping = new AbortController();
  let sweeps: SweepWorker | undefined;
  let calls: CallTimerWorker | undefined;
  let requeues: RequeueWorker | undefined;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  pair.onProgress(() => {
    sweeps?.wake();
    calls?.wake();
    requeues?.wake();
  });
  const turns = pair.whileOwner('workers', stopping.signal, async (turn) => {
    const { clock, decider } = ports;
    sweeps = new SweepWorker({ ...pair, decider, timers: realTimers });
    calls = new CallTimerWorker({ ...pair, clock, decider, timers: realTimers });
    requeues = new RequeueWorker({ ...pair, clock, timers: realTimers });
    sweeps.start();
    calls.start();
    requeues.start();
    begin();
    const endDropping = startDropping(config, pair, ports, logger);
    await aborted(turn);
    endDropping();
    await Promise.all([sweeps.stop(), calls.stop(), requeues.stop()]);
    [sweeps, calls, requeues] = [undefined, undefined, undefined];
  });
  let failure: string | undefined;
  turns.catch((err: unknown) => {
    failure = 'The workers of this process have ended.';
    logger.error({ err }, failure);
  });
  return {
    checks: {
      sweeps: () => failure ?? givenUp((sweeps?.parked() ?? []).map(({ cause }) => `sweep ${cause}`)),
      requeues: () => failure ?? givenUp((requeues?.parked() ?? []).map(({ scope }) => `queue of ${scope}`)),
      call_timers: () => failure ?? givenUp((calls?.parked() ?? []).map(({ callId }) => `call ${callId}`)),
    },
    settle: async (now) => {
      await begun;
      await calls?.settle(now);
    },
    stop: () => {
      stopping.abort();
      begin();
      return turns;
    },
  };
}

function givenUp(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `Given up: ${names.join(', ')}.`;
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
