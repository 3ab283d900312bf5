import { Injectable } from '@nestjs/common';

/** The reason why something is not well, in one sentence without secrets; undefined while it is. */
export type HealthCheck = () => string | undefined | Promise<string | undefined>;

/** The named checks behind /health/ready; whoever owns a part that can fail adds one. */
@Injectable()
export class HealthChecks {
  private readonly checks = new Map<string, HealthCheck>();

  /** Names are snake_case and unique. */
  add(name: string, check: HealthCheck): void {
    if (this.checks.has(name)) throw new Error(`health check ${name} is there already`);
    this.checks.set(name, check);
  }

  /** Runs all checks at once; the reason of each, undefined for those that are well. A check that throws is not well. */
  async run(): Promise<ReadonlyMap<string, string | undefined>> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await reasonOf(check)] as const),
    );
    return new Map(results);
  }
}

async function reasonOf(check: HealthCheck): Promise<string | undefined> {
  try {
    return await check();
  } catch {
    return 'The check itself failed.';
  }
}
