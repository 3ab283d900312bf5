import { Injectable } from '@nestjs/common';
import { ReadyGate } from '../credentials.js';

/** The reason why something is not well, in one sentence without secrets; undefined while it is. */
export type HealthCheck = () => string | undefined | Promise<string | undefined>;

/** The named checks behind /health/ready: `copy` (of the rows: whether it is complete), and one of each part that can fail, added by its owner. */
@Injectable()
export class HealthChecks {
  private readonly checks: Map<string, HealthCheck>;

  constructor(gate: ReadyGate) {
    this.checks = new Map([['copy', () => (gate.ready ? undefined : gate.reason)]]);
  }

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
