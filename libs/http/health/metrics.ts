import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '#kernel';
import { PROBLEMS } from '../problems.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * The content of /metrics: the process, its event loop, requests by route and status, refusals by code, health checks,
 * and metrics that other parts add to the registries (docs/adr/0043-metrics-are-counted-where-work-is-gathered.md).
 */
@Injectable()
export class Metrics implements OnModuleDestroy {
  readonly registry = new Registry();
  /** Metrics that name hosts of customers, or tell how much customers do: for the operator alone. */
  readonly operatorRegistry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route (not path: ids would make endless series) and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  private readonly refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Problem documents that were answered, by their code; requests that could not be read as HTTP included.',
    labelNames: ['code'],
    registers: [this.registry],
  });

  private readonly checks = new Gauge({
    name: 'health_check_ok',
    help: '1 while a check behind /health/ready is well, else 0; `ready` is the whole.',
    labelNames: ['check'],
    registers: [this.registry],
  });

  private readonly refusedConnections = new Counter({
    name: 'http_connections_refused_total',
    help: 'Connections that were refused because MAX_CONNECTIONS were open.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // A rate sees the first refusal of a code only if its series began at 0.
    for (const code of Object.keys(PROBLEMS)) this.refusals.inc({ code }, 0);
  }

  /** Counts an answered request. `route` is undefined where none was found. */
  observe(method: string, route: string | undefined, status: number, milliseconds: number): void {
    this.requests.observe({ method, route: route ?? 'none', status }, milliseconds / 1000);
  }

  /** Counts an answered problem document. */
  countRefusal(code: ErrorCode): void {
    this.refusals.inc({ code });
  }

  /** Counts a connection that was closed at once, because too many were open. */
  countRefusedConnection(): void {
    this.refusedConnections.inc();
  }

  /** Records whether a part of the service works. */
  noteCheck(check: string, isWell: boolean): void {
    this.checks.set({ check }, isWell ? 1 : 0);
  }

  onModuleDestroy(): void {
    this.registry.clear();
    this.operatorRegistry.clear();
  }
}
