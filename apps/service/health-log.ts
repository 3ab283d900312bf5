import type { Logger } from 'pino';
import type { HealthChecks } from '#http';
import type { Timers } from '#kernel';

/** Milliseconds from the end of one run of the checks to the next. */
const INTERVAL_MS = 2_000;
/** Runs after which a failing check may be logged again with another reason: they take at least a minute. */
const RUNS_PER_CHANGE = 30;

interface Trouble {
  /** The detail of the last log line. */
  readonly detail: string;
  /** The run of the last log line. */
  readonly run: number;
}

/**
 * Runs the checks behind /health/ready every 2 s and logs changes, so that the log of a process tells its outages: a
 * warning when a check fails, at most one a minute when its reason changes, and a line when it passes again.
 */
export class HealthLog {
  private readonly troubles = new Map<string, Trouble>();
  private run = 0;
  private cancel: (() => void) | undefined;
  private stopped = false;

  constructor(
    private readonly ports: {
      readonly checks: Pick<HealthChecks, 'run'>;
      readonly logger: Pick<Logger, 'info' | 'warn'>;
      readonly timers: Timers;
    },
  ) {}

  start(): void {
    // Set only when the run has ended: slow checks are not run twice at once.
    this.cancel = this.ports.timers.set(INTERVAL_MS, () => void this.look().then(() => this.stopped || this.start()));
  }

  /** Logs nothing afterwards. */
  stop(): void {
    this.stopped = true;
    this.cancel?.();
  }

  private async look(): Promise<void> {
    const checks = await this.ports.checks.run();
    if (this.stopped) return;
    this.run += 1;
    for (const [check, { reason: detail }] of checks) {
      if (detail === undefined) this.noteWell(check);
      else this.noteTrouble(check, detail);
    }
  }

  private noteWell(check: string): void {
    if (this.troubles.delete(check)) this.ports.logger.info({ check }, 'well again');
  }

  private noteTrouble(check: string, detail: string): void {
    const known = this.troubles.get(check);
    if (known && (known.detail === detail || this.run - known.run < RUNS_PER_CHANGE)) return;
    this.troubles.set(check, { detail, run: this.run });
    this.ports.logger.warn({ check, detail }, 'not well');
  }
}
