import {
  Controller,
  Get,
  Header,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { collectDefaultMetrics, register } from 'prom-client';
import { DataSource } from 'typeorm';
import { Access } from './access.js';
import { DialerService } from './dialer.service.js';

/** Milliseconds between two looks for calls whose lease has passed. */
const LOST_CALLS_MS = 10_000;
/** Milliseconds between two deletions of Idempotency-Keys that are older than a week. */
const OLD_KEYS_MS = 3_600_000;

collectDefaultMetrics();

@Controller()
export class OperationsController {
  constructor(private readonly source: DataSource) {}

  @Get('health/ready')
  @Access('public')
  async ready() {
    await this.source.query('SELECT 1');
    return { status: 'ready' };
  }

  @Get('metrics')
  @Access('public')
  @Header('content-type', register.contentType)
  metrics() {
    return register.metrics();
  }
}

/** What is done without a request. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Housekeeping.name);
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly source: DataSource,
    private readonly dialer: DialerService,
  ) {}

  onApplicationBootstrap(): void {
    const every = (ms: number, work: () => Promise<unknown>) =>
      setInterval(() => void work().catch((error: unknown) => this.logger.error(error)), ms);
    this.timers = [
      every(LOST_CALLS_MS, () => this.source.transaction((manager) => this.dialer.endLost(manager))),
      every(OLD_KEYS_MS, () =>
        this.source.query("DELETE FROM idempotency_key WHERE created_at < now() - interval '7 days'"),
      ),
    ];
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }
}
