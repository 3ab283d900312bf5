import { Injectable } from '@nestjs/common';
import { DomainError, type FieldError } from '#kernel';
import { HealthChecks } from './health-checks.js';
import { Metrics } from './metrics.js';

/** Every id of this service: of workspaces, deliveries, calls, sweeps, lists. */
const ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** Who asks: the operator reads all of it; anybody else nothing that tells of one customer. */
export interface Asked {
  readonly byOperator: boolean;
}

/** What /health/ready and /metrics say, to whom. */
@Injectable()
export class HealthReport {
  constructor(
    private readonly checks: HealthChecks,
    private readonly metrics: Metrics,
  ) {}

  /** @throws DomainError `unavailable` while the process is about to end because a thread of it has died. */
  live(): void {
    const { death } = this.checks;
    if (death !== undefined) throw new DomainError('unavailable', `This process is about to end: ${death}`);
  }

  /**
   * Each check by its name: `ok`, or what was given up on. Ids in it are for the operator.
   * @throws DomainError `unavailable` while a part is not well that everything needs; `errors` names each.
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

  /** The text format of Prometheus. What names customers' hosts is for the operator. */
  async prometheus({ byOperator }: Asked): Promise<string> {
    const { checks, failing } = await this.run();
    for (const [name, { reason }] of checks) this.metrics.noteCheck(name, reason === undefined);
    this.metrics.noteCheck('ready', failing.length === 0);
    const { registry, operatorRegistry } = this.metrics;
    const shown = byOperator ? [registry, operatorRegistry] : [registry];
    return (await Promise.all(shown.map((each) => each.metrics()))).join('');
  }

  /** Of {@link prometheus}. */
  get contentType(): string {
    return this.metrics.registry.contentType;
  }

  /** All checks, and what keeps the service from being ready. */
  private async run(): Promise<{ checks: Awaited<ReturnType<HealthChecks['run']>>; failing: FieldError[] }> {
    const checks = await this.checks.run();
    const failing = [...checks].flatMap(([code, { reason, isEssential }]) =>
      reason === undefined || !isEssential ? [] : [{ pointer: '', code, detail: reason }],
    );
    return { checks, failing };
  }
}
