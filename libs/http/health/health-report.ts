import { Injectable } from '@nestjs/common';
import { DomainError, type FieldError } from '#kernel';
import { HealthChecks } from './health-checks.js';
import { Metrics } from './metrics.js';

/** Every id of this service: of workspaces, deliveries, calls, sweeps, lists. */
const ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** The reader of a report: an operator sees all of it, any other reader nothing about one customer. */
export interface Asked {
  readonly byOperator: boolean;
}

/** The contents of /health/ready and /metrics, by reader. */
@Injectable()
export class HealthReport {
  constructor(
    private readonly checks: HealthChecks,
    private readonly metrics: Metrics,
  ) {}

  /** @throws DomainError `unavailable` while the process is about to end because one of its threads has died */
  live(): void {
    const { death } = this.checks;
    if (death !== undefined) throw new DomainError('unavailable', `This process is about to end: ${death}`);
  }

  /**
   * Each check by its name: `ok`, or the parked items. Ids in it are for the operator.
   * @throws DomainError `unavailable` while an essential check fails; `errors` names each
   */
  async ready({ byOperator }: Asked): Promise<Record<string, string>> {
    const { checks, failing } = await this.run();
    const shown = (reason: string): string => (byOperator ? reason : reason.replace(ID, '…'));
    if (failing.length > 0) {
      const errors = failing.map((error) => ({ ...error, detail: shown(error.detail) }));
      throw new DomainError('unavailable', `Not ready: ${failing.map(({ code }) => code).join(', ')}.`, errors);
    }
    return Object.fromEntries([...checks].map(([name, { reason }]) => [name, reason ? shown(reason) : 'ok']));
  }

  /** The text format of Prometheus. Metrics with customers' hosts are for the operator. */
  async prometheus({ byOperator }: Asked): Promise<string> {
    const { checks, failing } = await this.run();
    for (const [name, { reason }] of checks) this.metrics.noteCheck(name, reason === undefined);
    this.metrics.noteCheck('ready', failing.length === 0);
    const { registry, operatorRegistry } = this.metrics;
    const shown = byOperator ? [registry, operatorRegistry] : [registry];
    return (await Promise.all(shown.map((each) => each.metrics()))).join('');
  }

  /** The content type of {@link prometheus}. */
  get contentType(): string {
    return this.metrics.registry.contentType;
  }

  /** All checks, and the failures that make the service not ready. */
  private async run(): Promise<{ checks: Awaited<ReturnType<HealthChecks['run']>>; failing: FieldError[] }> {
    const checks = await this.checks.run();
    const failing = [...checks].flatMap(([code, { reason, isEssential }]) =>
      reason === undefined || !isEssential ? [] : [{ pointer: '', code, detail: reason }],
    );
    return { checks, failing };
  }
}
