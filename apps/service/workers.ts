import type { Logger } from 'pino';
import { CallTimerWorker, ReindexWorker } from '#dialing';
import type { HealthCheck } from '#http';
import type { Instant } from '#kernel';
import { SweepWorker } from '#members';
import { realTimers } from '#read-model';
import { type AttemptReport, DeliveryWorker } from '#webhooks';
import { dropExpiredRecords } from '#workspace-head';
import { DeletedRowsWorker } from '#workspaces';
import { logAttempt } from './attempt-log.js';
import { OF_WORKSPACES } from './catalogue.js';
import type { Config } from './config.js';
import type { Ports } from './ports.js';
import { namingSentence } from './naming-sentence.js';
import type { StorePair } from './store-pair.js';
import { chance, systemClock, uuids } from './uuids.js';
import type { WebhookMetrics } from './webhook-metrics.js';
import { openWebhookSender } from './webhook-sender.js';

export interface Workers {
  /** Whether they work at all. */
  readonly health: HealthCheck;
  /** By their names; each says what it has given up on, which concerns those items alone. */
  readonly givenUp: Readonly<Record<string, HealthCheck>>;
  /**
   * Does what is due by the clock at `now`, in the first turn of this process; resolves when its effects can be read.
   * @throws what kept something from being done
   */
  settle(now: Instant): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts what goes on by itself, while it is this process's turn: long sweeps, leases and wrap-up times, the places in the queue
 * after a change of settings, webhooks, and the dropping of the rows of deleted workspaces and of expired records.
 */
export function startWorkers(
  config: Config,
  pair: StorePair,
  ports: Ports,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: WebhookMetrics },
): Workers {
  const stopping = new AbortController();
  let sweeps: SweepWorker | undefined;
  let calls: CallTimerWorker | undefined;
  let reindexing: ReindexWorker | undefined;
  let deliveries: DeliveryWorker | undefined;
  let deletions: DeletedRowsWorker | undefined;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  pair.onProgress(() => {
    sweeps?.wake();
    calls?.wake();
    reindexing?.wake();
    deliveries?.wake();
    deletions?.wake();
  });
  const turns = pair.whileOwner('workers', stopping.signal, async (turn) => {
    const { clock, decider } = ports;
    sweeps = new SweepWorker({ ...pair, decider, timers: realTimers });
    calls = new CallTimerWorker({ ...pair, clock, decider, timers: realTimers });
    reindexing = new ReindexWorker({ ...pair, clock, timers: realTimers });
    const sender = openWebhookSender(config, logger);
    deliveries = new DeliveryWorker({
      ...pair,
      ...deliveryPorts(pair, ports, { logger, metrics }),
      sender,
    });
    deletions = new DeletedRowsWorker({ ...pair, timers: realTimers, collections: OF_WORKSPACES });
    metrics.watch(deliveries);
    for (const worker of [sweeps, calls, reindexing, deliveries, deletions]) worker.start();
    begin();
    const endDropping = startDropping(config, pair, ports, logger);
    await aborted(turn);
    endDropping();
    await Promise.all([sweeps.stop(), calls.stop(), reindexing.stop(), deliveries.stop(), deletions.stop()]);
    await sender.close();
    [sweeps, calls, reindexing, deliveries, deletions] = [undefined, undefined, undefined, undefined, undefined];
    metrics.watch(undefined);
  });
  let failure: string | undefined;
  turns.catch((err: unknown) => {
    failure = 'The workers of this process have ended.';
    logger.error({ err }, failure);
  });
  return {
    health: () => failure,
    givenUp: {
      sweeps: () => givenUp((sweeps?.parked() ?? []).map(({ cause }) => `sweep ${cause}`)),
      requeues: () => givenUp((reindexing?.parked() ?? []).map(({ scope }) => `queue of ${scope}`)),
      call_timers: () => givenUp((calls?.parked() ?? []).map(({ callId }) => `call ${callId}`)),
      webhook_deliveries: () => givenUp((deliveries?.parked() ?? []).map(({ deliveryId }) => `delivery ${deliveryId}`)),
      deleted_workspaces: () =>
        givenUp((deletions?.parked() ?? []).map(({ workspaceId }) => `rows of workspace ${workspaceId}`)),
    },
    settle: async (now) => {
      await begun;
      // An answer may have come before its rows (Projection-Lag): what it began would not be found.
      await ports.decider.rowsFollow();
      await calls?.settle(now);
      await deliveries?.settle(now);
    },
    stop: () => {
      stopping.abort();
      begin();
      return turns;
    },
  };
}

function deliveryPorts(
  pair: StorePair,
  { clock, box }: Ports,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: WebhookMetrics },
) {
  return {
    events: pair.store,
    box,
    clock,
    realClock: systemClock,
    ids: uuids,
    random: chance,
    timers: realTimers,
    onAttempt: (report: AttemptReport) => {
      metrics.onAttempt(report);
      logAttempt(logger, report);
    },
    warn: (sentence: string) => logger.warn(sentence),
  };
}

function givenUp(names: readonly string[]): string | undefined {
  return namingSentence('Given up', names);
}

/** Drops expired records, once there is a complete copy to drop them from; the returned function ends it. */
function startDropping(config: Config, pair: StorePair, ports: Ports, logger: Logger): () => void {
  let end: () => void = () => undefined;
  let ended = false;
  pair.progress.whenReady().then(
    () => {
      if (ended) return;
      end = dropExpiredRecords({
        cacheWriter: pair.cacheWriter,
        clock: ports.clock,
        newest: () => pair.newest(),
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
