import { Counter } from 'prom-client';
import { addToQueueDepth, type QueueDepth } from '#dialing/domain';
import type { Metrics } from '#http';
import { instant } from '#kernel';
import { MEMBER_COUNTS, type MemberCountRow } from '#members/domain';
import type { RowsBehind } from '#read-model';
import { PRIORITIES, SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import { readDeliveryBacklog } from '#webhooks';
import type { WorkspaceHeads } from '#workspace-head';
import { type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import type { Ports } from '../ports.js';
import { secondsSince } from '../seconds-since.js';
import type { StorePair } from '../store-pair.js';
import type { Workers } from '../workers.js';
import { registerGauge, registerLabelledGauge } from './gauges.js';
import { Sampled } from './sampled.js';

export interface MetricsSources {
  readonly metrics: Pick<Metrics, 'registry' | 'operatorRegistry'>;
  readonly pair: Pick<StorePair, 'readModel' | 'pages' | 'rowsBehind' | 'eventsIndex'>;
  readonly ports: Pick<Ports, 'clock' | 'decider' | 'machine'>;
  /** Undefined: this process has no workers. */
  readonly workers: Pick<Workers, 'items'> | undefined;
}

/**
 * Registers the metrics that are read at each request for /metrics and cost nothing between two of them
 * (docs/adr/0043-metrics-are-counted-where-work-is-gathered.md).
 */
export function registerServiceMetrics(sources: MetricsSources): void {
  registerLags(sources);
  registerHeadCache(sources);
  registerPages(sources);
  registerWorkers(sources);
  registerDeliveries(sources);
  registerQueueDepth(sources);
}

function registerLags(sources: MetricsSources): void {
  const { pair } = sources;
  const { eventsIndex } = pair;
  const rows = {
    events: 'Events of the log that the rows lack; on the distributed pair at most 1000 are counted.',
    seconds: 'Seconds since the first event that the rows lack was decided; 0 if they lack none.',
    read: (signal: AbortSignal) => pair.rowsBehind(signal),
  };
  registerLag('projection', rows, sources);
  if (!eventsIndex) return;
  const index = {
    events: 'Events of the log that the index of events lacks; on the distributed pair at most 1000 are counted.',
    seconds: 'Seconds since the first event that the index of events lacks was decided; 0 if it lacks none.',
    read: (signal: AbortSignal) => eventsIndex.behind(signal),
  };
  registerLag('events_index', index, sources);
}

interface LagMetrics {
  /** The help of `…_lag_events`. */
  readonly events: string;
  /** The help of `…_lag_seconds`. */
  readonly seconds: string;
  readonly read: (signal: AbortSignal) => Promise<RowsBehind>;
}

function registerLag(
  name: string,
  { events, seconds, read }: LagMetrics,
  { metrics: { registry }, ports: { clock, machine } }: MetricsSources,
): void {
  const behind = new Sampled(read, machine);
  registerGauge({ name: `${name}_lag_events`, help: events, registry }, async () => (await behind.value())?.events);
  registerGauge(
    {
      name: `${name}_lag_seconds`,
      help: seconds,
      registry,
    },
    async () => {
      const read = await behind.value();
      return read && secondsSince(read.since, clock.now());
    },
  );
}

function registerHeadCache({ metrics: { registry }, ports: { decider } }: MetricsSources): void {
  const name = 'head_cache_lookups_total';
  const help = 'Commands that looked for the head of their workspace, by result: hit; load: it was read anew.';
  new Counter({
    ...{ name, help, labelNames: ['result'], registers: [registry] },
    collect() {
      const { hits, loads } = decider.headCache;
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'load' }, loads);
    },
  });
  registerGauge({ name: 'head_cache_heads', help: 'Workspaces whose head is in memory.', registry }, () => {
    return decider.headCache.heads;
  });
  const rows = 'Rows and events that these heads hold in memory; above 200000, heads that are not in use are dropped.';
  registerGauge({ name: 'head_cache_rows', help: rows, registry }, () => decider.headCache.rows);
}

function registerPages({ metrics: { registry }, pair: { pages } }: MetricsSources): void {
  if (!pages) return;
  const threads = 'Threads that read long pages and can be asked.';
  registerGauge({ name: 'page_threads', help: threads, registry }, () => pages.open);
  const pending = 'Long pages that wait for such a thread, or that it reads.';
  registerGauge({ name: 'pages_pending', help: pending, registry }, () => pages.pending);
}

function registerWorkers({ metrics: { registry }, workers }: MetricsSources): void {
  const items = (count: 'due' | 'parked') => () =>
    new Map(workers?.items().map(({ worker, ...counts }) => [worker, counts[count]]));
  const due = 'Due items that a worker of this process has taken from its to-do list; none while another one works.';
  registerLabelledGauge({ name: 'worker_due_items', help: due, label: 'worker', registry }, items('due'));
  const parked = 'Items that a worker of this process does not try any more: they failed ten times.';
  registerLabelledGauge({ name: 'worker_parked_items', help: parked, label: 'worker', registry }, items('parked'));
}

function registerDeliveries({ metrics, pair: { readModel }, ports: { clock, machine } }: MetricsSources): void {
  const registry = metrics.operatorRegistry;
  const backlog = new Sampled(() => readDeliveryBacklog(readModel, instant(clock.now())), machine);
  registerLabelledGauge(
    {
      name: 'webhook_deliveries',
      help: 'Deliveries of all workspaces with a next attempt, by state: due; scheduled: it is later. 5000 at most each.',
      label: 'state',
      registry,
    },
    async () => {
      const read = await backlog.value();
      return read && new Map(Object.entries({ due: read.due, scheduled: read.scheduled }));
    },
  );
  registerGauge(
    {
      name: 'webhook_oldest_due_delivery_seconds',
      help: 'Seconds for which the delivery that is due longest has been due, parked ones included; 0: none is due.',
      registry,
    },
    async () => {
      const read = await backlog.value();
      return read && secondsSince(read.dueSince === undefined ? undefined : Date.parse(read.dueSince), clock.now());
    },
  );
}

function registerQueueDepth({ metrics: { operatorRegistry: registry }, ports: { decider } }: MetricsSources): void {
  const help =
    'Active members on lists that are neither frozen nor paused, by tier, of the workspaces whose head is in memory.';
  registerLabelledGauge({ name: 'dialer_queue_members', help, label: 'tier', registry }, () => queueDepthOf(decider));
}

/** A walk over lists in memory, of which the heads hold 200,000 rows at most: no read of the stores. */
function queueDepthOf(decider: Pick<WorkspaceHeads, 'residentRows'>): QueueDepth {
  const depth: QueueDepth = new Map(PRIORITIES.map((tier) => [tier, 0]));
  for (const resident of decider.residentRows()) {
    const lists = resident.liveRows(SMART_LISTS.name) as ReadonlyMap<string, SmartListRow> | undefined;
    const counts = resident.liveRows(MEMBER_COUNTS.name) as ReadonlyMap<string, MemberCountRow> | undefined;
    const workspaces = resident.liveRows(WORKSPACES.name) as ReadonlyMap<string, WorkspaceRow> | undefined;
    const isPaused = [...(workspaces?.values() ?? [])].some(({ dialing_paused_at: at }) => at !== null);
    if (lists && counts && !isPaused) addToQueueDepth(depth, lists, counts);
  }
  return depth;
}
