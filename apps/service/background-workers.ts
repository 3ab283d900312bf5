import type { CommandBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { AttributeIndexWorker, ErasureWorker, ExpiredRowsWorker, RetentionWorker, ZonesRefreshWorker } from '#contacts';
import { CallTimerWorker, DueCallbackWorker, ReindexWorker } from '#dialing';
import type { Instant, Tracer } from '#kernel';
import { SweepWorker } from '#members';
import { DELETED_WORKSPACES, OF_WORKSPACES as INDEX_OF_WORKSPACES } from '#timeline/domain';
import { DeliveryWorker, EndpointHealth, EventFeedWorker, TracedSender, type WebhookSender } from '#webhooks';
import { type ParkingRecord, type TraceAt, tracesIn } from '#workers';
import { dropExpiredRecords } from '#workspace-head';
import { DeletedRowsWorker } from '#workspaces';
import { adapted, ofWorkspace } from './adapted-worker.js';
import { logAttempt } from './attempt-log.js';
import { OF_WORKSPACES } from './catalogue.js';
import type { Config } from './config.js';
import { WorkspaceParkingRecord } from './parked/parking-record.js';
import type { Ports } from './ports.js';
import type { StorePair, TurnScope } from './store-pair.js';
import type { WebhookMetrics } from './webhook-metrics.js';

/** The parts that workers are made from. */
export interface WorkerSources {
  readonly config: Pick<Config, 'idempotencyDays'>;
  readonly pair: StorePair;
  readonly ports: Ports;
  /** The bus of an initialised app: its handlers are registered. */
  readonly bus: CommandBus;
  readonly logger: Logger;
  readonly metrics: WebhookMetrics;
  /** Opens the sender by which webhooks leave this process; the worker closes it. */
  readonly openSender: () => WebhookSender;
  /** Undefined: nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/** A worker in one turn of this process. */
export interface BackgroundWorker {
  start(): void;
  /** Rows have changed: items may be due. Undefined: the worker depends on time alone. */
  wake?(): void;
  /** Due items that it has taken from its to-do list. Undefined: it has no items. */
  due?(): number;
  /** Its parked items, by their names in health. Undefined: it has no items. */
  parked?(): readonly string[];
  /**
   * Does the work that is due at `now`, which the clock must have reached. Undefined: it has none.
   * @throws the error that kept work from being done
   */
  settle?(now: Instant): Promise<void>;
  /** Begins no further work; resolves when the work under way has ended. */
  stop(): Promise<void>;
}

export interface WorkerDefinition {
  /** Whose turn it takes: what it writes goes to the log, or to the rows of this process's copy alone. */
  readonly turn: TurnScope;
  /** The name of the check in health that lists its parked items; undefined: it parks none. */
  readonly check: string | undefined;
  readonly make: (sources: WorkerSources) => BackgroundWorker;
}

/**
 * Every worker of the service, in the order in which they are started and settled. A worker is wired here and nowhere
 * else.
 */
export const BACKGROUND_WORKERS: readonly WorkerDefinition[] = [
  { turn: 'log', check: 'sweeps', make: sweeps },
  { turn: 'log', check: 'attribute_indexing', make: attributeIndexing },
  { turn: 'log', check: 'zones_refresh', make: zonesRefresh },
  { turn: 'log', check: 'call_timers', make: callTimers },
  { turn: 'log', check: 'due_callbacks', make: dueCallbacks },
  { turn: 'log', check: 'event_feeds', make: eventFeeds },
  { turn: 'log', check: 'webhook_deliveries', make: deliveries },
  { turn: 'rows', check: 'requeues', make: requeues },
  { turn: 'log', check: 'erasures', make: erasures },
  { turn: 'log', check: 'retention', make: retention },
  { turn: 'rows', check: 'expired_rows', make: expiredRows },
  { turn: 'rows', check: 'deleted_workspaces', make: deletedWorkspaces },
  { turn: 'rows', check: 'indexes_of_deleted_workspaces', make: indexesOfDeletedWorkspaces },
  { turn: 'rows', check: undefined, make: expiredRecords },
];

/** The traces that items of a to-do list are part of; without a tracer nothing is read for them. */
function tracesOf({ store }: StorePair, tracer: Tracer | undefined): { readonly traceAt?: TraceAt } {
  return tracer ? { traceAt: tracesIn(store) } : {};
}

/** The record of what a worker has parked. */
function parkingOf({ pair, bus, ports: { clock, machine } }: WorkerSources): ParkingRecord {
  return new WorkspaceParkingRecord({ ...pair, bus, clock, ids: machine.ids });
}

function sweeps(sources: WorkerSources): BackgroundWorker {
  const { pair, bus, ports, tracer } = sources;
  const { timers } = ports.machine;
  const worker = new SweepWorker({ ...pair, bus, timers, ...tracesOf(pair, tracer), parking: parkingOf(sources) });
  return adapted(worker, ({ cause }) => `sweep ${cause}`);
}

function attributeIndexing(sources: WorkerSources): BackgroundWorker {
  return adapted(new AttributeIndexWorker(walkPorts(sources)), ofWorkspace('attributes'));
}

function zonesRefresh(sources: WorkerSources): BackgroundWorker {
  return adapted(new ZonesRefreshWorker(walkPorts(sources)), ofWorkspace('zones'));
}

/** What workers that walk over contacts are made from. */
function walkPorts(sources: WorkerSources) {
  const { pair, bus, ports, tracer } = sources;
  const { timers } = ports.machine;
  return { ...pair, bus, timers, ...tracesOf(pair, tracer), parking: parkingOf(sources) };
}

function requeues({ pair, ports: { clockToWriteBy: clock, machine } }: WorkerSources): BackgroundWorker {
  const worker = new ReindexWorker({ ...pair, clock, timers: machine.timers });
  return { ...adapted(worker, ({ scope }) => `queue of ${scope}`), settle: () => worker.settle() };
}

function callTimers(sources: WorkerSources): BackgroundWorker {
  const { pair, bus, ports, tracer } = sources;
  const { clock, machine } = ports;
  const common = { bus, clock, timers: machine.timers, ...tracesOf(pair, tracer), parking: parkingOf(sources) };
  const worker = new CallTimerWorker({ ...pair, ...common });
  return { ...adapted(worker, ({ callId }) => `call ${callId}`), settle: (now) => worker.settle(now) };
}

function dueCallbacks({ pair, bus, ports: { clock, machine }, tracer }: WorkerSources): BackgroundWorker {
  const worker = new DueCallbackWorker({ ...pair, bus, clock, timers: machine.timers, ...tracesOf(pair, tracer) });
  return { ...adapted(worker, ofWorkspace('callbacks')), settle: (now) => worker.settle(now) };
}

function eventFeeds({ pair, bus, ports: { machine }, tracer }: WorkerSources): BackgroundWorker {
  const { ids, timers } = machine;
  const worker = new EventFeedWorker({ ...pair, events: pair.store, bus, ids, timers, ...tracesOf(pair, tracer) });
  return { ...adapted(worker, ofWorkspace('events')), settle: () => worker.settle() };
}

function erasures(sources: WorkerSources): BackgroundWorker {
  const { pair, bus, ports, tracer } = sources;
  const { clock, personalKeys, machine } = ports;
  const { ids, timers } = machine;
  const common = { bus, clock, ids, timers, ...tracesOf(pair, tracer), parking: parkingOf(sources) };
  const worker = new ErasureWorker({ ...pair, events: pair.store, personalKeys, ...common });
  return adapted(worker, ({ contactId }) => `erasure of contact ${contactId}`);
}

function retention(sources: WorkerSources): BackgroundWorker {
  const { config, pair, bus, ports } = sources;
  const { clockToWriteBy: clock, personalKeys, machine } = ports;
  const { ids, timers } = machine;
  const { idempotencyDays } = config;
  const common = { personalKeys, bus, clock, ids, timers, idempotencyDays, parking: parkingOf(sources) };
  const worker = new RetentionWorker({ ...pair, events: pair.store, ...common });
  return { ...adapted(worker, ofWorkspace('personal data')), settle: () => worker.settle() };
}

function expiredRows({ pair, ports: { clockToWriteBy: clock, machine } }: WorkerSources): BackgroundWorker {
  const { ids, timers } = machine;
  const worker = new ExpiredRowsWorker({ ...pair, clock, ids, timers });
  return { ...adapted(worker, ofWorkspace('personal data')), settle: () => worker.settle() };
}

function deletedWorkspaces({ pair, ports: { machine } }: WorkerSources): BackgroundWorker {
  const { ids, timers } = machine;
  const worker = new DeletedRowsWorker({ ...pair, ids, timers, collections: OF_WORKSPACES });
  return adapted(worker, ofWorkspace('rows'));
}

/** The index lags: only it knows which workspaces it has, and that they were deleted. */
function indexesOfDeletedWorkspaces({ pair, ports: { machine } }: WorkerSources): BackgroundWorker {
  if (!pair.eventsIndex) return { start: () => undefined, stop: async () => undefined };
  const { rows: readModel, writer: cacheWriter } = pair.eventsIndex;
  const { progress } = pair;
  const { ids, timers } = machine;
  const deleted = { workspaces: DELETED_WORKSPACES, collections: INDEX_OF_WORKSPACES };
  const worker = new DeletedRowsWorker({ readModel, cacheWriter, progress, ids, timers, ...deleted });
  return adapted(worker, ofWorkspace('events'));
}

function deliveries(sources: WorkerSources): BackgroundWorker {
  const { pair, bus, ports, logger, metrics, openSender, tracer } = sources;
  const { clock, clockTrouble, box, machine } = ports;
  const { ids, timers, soon } = machine;
  const opened = openSender();
  const sender = tracer ? new TracedSender(opened, tracer) : opened;
  const warn = (sentence: string): void => logger.warn(sentence);
  const health = new EndpointHealth({ ...pair, bus, ids, warn });
  const worker = new DeliveryWorker({
    ...pair,
    events: pair.store,
    box,
    clock,
    clockTrouble,
    realClock: machine.clock,
    ids,
    random: machine.chance,
    timers,
    soon,
    onAttempt: (report) => {
      metrics.onAttempt(report);
      logAttempt(logger, report);
      health.onAttempt(report);
    },
    warn,
    sender,
    tracer,
    ...tracesOf(pair, tracer),
    parking: parkingOf(sources),
  });
  metrics.watch(worker);
  return {
    ...adapted(worker, ({ deliveryId }) => `delivery ${deliveryId}`),
    settle: (now) => worker.settle(now),
    stop: async () => {
      await worker.stop();
      await health.stop();
      await sender.close();
      metrics.watch(undefined);
    },
  };
}

/** Drops expired records, once the rows are complete. */
function expiredRecords({ config, pair, ports, logger }: WorkerSources): BackgroundWorker {
  let end: () => void = () => undefined;
  let isStopped = false;
  const begin = (): void => {
    if (isStopped) return;
    end = dropExpiredRecords({
      cacheWriter: pair.cacheWriter,
      clock: ports.clock,
      newest: () => pair.newest(),
      timers: ports.machine.timers,
      idempotencyDays: config.idempotencyDays,
      onError: (err) => logger.warn({ err }, 'expired idempotency records could not be dropped'),
    });
  };
  return {
    // Without a complete copy there is nothing to drop; health reports why.
    start: () => void pair.progress.whenReady().then(begin, () => undefined),
    stop: async () => {
      isStopped = true;
      end();
    },
  };
}
