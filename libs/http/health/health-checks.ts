import { Injectable } from '@nestjs/common';
import { ReadyGate } from '../credentials.js';

/** Why a part of the service does not work, in one sentence without secrets; undefined while it works. */
export type HealthCheck = () => string | undefined | Promise<string | undefined>;

/** The result of a check. */
export interface HealthFinding {
  /** Why it failed; undefined if it passed. */
  readonly reason: string | undefined;
  /**
   * Whether a failure makes the service not ready. A parked item concerns one workspace, and must not take the service
   * from every other one.
   */
  readonly isEssential: boolean;
}

/**
 * The named checks behind /health/ready: `copy` (whether the rows are a complete copy), and one of each part that can
 * fail, added by its owner.
 */
@Injectable()
export class HealthChecks {
  private dying: string | undefined;
  private readonly checks: Map<string, { readonly check: HealthCheck; readonly isEssential: boolean }>;

  constructor(gate: ReadyGate) {
    const check = (): string | undefined => (gate.ready ? undefined : gate.reason);
    this.checks = new Map([['copy', { check, isEssential: true }]]);
  }

  /** Why this process is about to end, one sentence without secrets; undefined while it is not. */
  get death(): string | undefined {
    return this.dying;
  }

  /** A part died that only a new process restarts: /health/live is 503 from now on. The first reason stays. */
  noteDeath(reason: string): void {
    this.dying ??= reason;
  }

  /** Names are snake_case and unique. */
  add(name: string, check: HealthCheck, { isEssential = true }: { readonly isEssential?: boolean } = {}): void {
    if (this.checks.has(name)) throw new Error(`health check ${name} is there already`);
    this.checks.set(name, { check, isEssential });
  }

  /** Runs all checks at once. A check that throws has failed. */
  async run(): Promise<ReadonlyMap<string, HealthFinding>> {
    const results = await Promise.all(
      [...this.checks].map(
        async ([name, { check, isEssential }]) => [name, { reason: await reasonOf(check), isEssential }] as const,
      ),
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
