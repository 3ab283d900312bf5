import { Counter } from 'prom-client';
import type { Metrics } from '#http';
import type { AttemptReport, DeliveryWorker } from '#webhooks';
import { registerGauge } from './metrics/gauges.js';

/**
 * Hosts with metrics of their own: the first ones sent to. All other hosts share one, so that customers cannot make
 * endless series.
 */
const HOSTS = 100;
const OTHERS = 'others';

/** The metrics of webhooks, while this process sends them. */
export class WebhookMetrics {
  private readonly hosts = new Set<string>();
  private worker: DeliveryWorker | undefined;
  private readonly attempts: Counter;
  private readonly attemptsByHost: Counter;

  constructor({ registry, operatorRegistry }: Pick<Metrics, 'registry' | 'operatorRegistry'>) {
    const registers = [registry];
    const help = 'by the status that the delivery had afterwards; not_charged: our own network was out.';
    this.attempts = new Counter({
      name: 'webhook_attempts_total',
      help: `Attempts ${help}`,
      labelNames: ['status'],
      registers,
    });
    this.attemptsByHost = new Counter({
      name: 'webhook_attempts_by_host_total',
      help: `Attempts by host (the first ${HOSTS}; else ${OTHERS}) and ${help}`,
      labelNames: ['host', 'status'],
      registers: [operatorRegistry],
    });
    const underWay = (): number => this.worker?.underWay ?? 0;
    const waiting = (): number => this.worker?.waiting ?? 0;
    const cutOff = (): number => (this.worker?.isCutOff ? 1 : 0);
    const parked = (): number => this.worker?.parked().length ?? 0;
    gauge('webhook_attempts_under_way', 'Attempts under way.', underWay);
    gauge('webhook_deliveries_waiting', 'Deliveries that are due and wait for their turn.', waiting);
    gauge('webhook_network_outage', '1 while no receiver can be reached.', cutOff);
    gauge('webhook_deliveries_given_up', 'Deliveries that are not tried any more by a fault of ours.', parked);

    function gauge(name: string, help: string, read: () => number): void {
      registerGauge({ name, help, registry }, read);
    }
  }

  /** The worker that sends now; undefined: none in this process. */
  watch(worker: DeliveryWorker | undefined): void {
    this.worker = worker;
  }

  /** Counts an attempt that has ended. */
  readonly onAttempt = ({ host, result: status }: Pick<AttemptReport, 'host' | 'result'>): void => {
    // The delivery did not change: another process counts the attempt, or this process counts a later one.
    if (status === 'superseded' || status === 'unrecorded') return;
    if (this.hosts.size < HOSTS) this.hosts.add(host);
    this.attempts.inc({ status });
    this.attemptsByHost.inc({ host: this.hosts.has(host) ? host : OTHERS, status });
  };
}
