import type { Clock, ServerTime } from '#kernel';
import type { SteadyClock } from './steady-clock.js';

/** Milliseconds by which a clock may be off. NTP keeps machines within some 10 ms; leases last 60 s and more. */
export const TOLERANCE_MS = 2_000;
/**
 * Milliseconds after which a clock that has jumped, and cannot be compared with any other, is trusted again if it has
 * run steadily: longer than a time service takes to correct the clock of a machine that has just started.
 */
export const SETTLE_MS = 60_000;
/**
 * Milliseconds for which a server's time counts: a store that is unavailable for a moment must not let a wrong clock
 * pass.
 */
const FRESH_MS = 60_000;

/** The difference between a wall clock and the steady clock, as an interval: a clock that runs rightly keeps it. */
interface Course {
  readonly least: number;
  readonly most: number;
}

export interface ClockJudgePorts {
  /** The clock of this machine; never the test clock. */
  readonly wall: Clock;
  readonly steady: SteadyClock;
  /** Names of the servers whose clocks it is compared with, the most reliable one first. */
  readonly servers: readonly string[];
  /** The newest instant of a log that only this machine has written, in milliseconds since 1970. */
  readonly newest?: number | undefined;
}

/**
 * Whether the clock of this machine is right (docs/adr/0028-a-process-whose-clock-is-wrong-does-nothing.md).
 *
 * A server's time decides where there is one of the last minute. Without, the clock is *trusted* as long as it runs
 * beside the steady clock. When it jumps, either way, it is *doubted*: until it is back, or has run steadily for a
 * minute and is trusted as it is. Where it is behind the log's newest instant at the start, it is doubted from the
 * start.
 */
export class ClockJudge {
  private readonly readings = new Map<string, Course & { readonly answered: number; readonly at: number }>();
  private trusted: number;
  private doubted: { readonly course: number; readonly since: number } | undefined;

  constructor(private readonly ports: ClockJudgePorts) {
    this.trusted = Math.max(this.course(), (ports.newest ?? -Infinity) - ports.steady.now());
  }

  /**
   * Records the time of a server's clock. The same answer again is ignored: it grows old, and the machine may have
   * slept since.
   */
  hear(server: string, { time, asked, answered }: ServerTime): void {
    if (this.readings.get(server)?.answered === answered) return;
    const { steady } = this.ports;
    const course = { least: time - steady.at(answered), most: time - steady.at(asked) };
    this.readings.set(server, { ...course, answered, at: steady.now() });
  }

  /** A sentence while the clock is wrong, or may be; undefined while it is right. */
  verdict(): string | undefined {
    const { steady, servers } = this.ports;
    if (Math.abs(this.course() - this.trusted) > TOLERANCE_MS) steady.catchUp();
    const course = this.course();
    for (const server of servers) {
      const reading = this.readings.get(server);
      if (reading && steady.now() - reading.at <= FRESH_MS) return this.compare(course, reading, server);
    }
    return this.doubt(course);
  }

  private compare(course: number, { least, most }: Course, server: string): string | undefined {
    if (course - most > TOLERANCE_MS) return sentence(course - most, `ahead of the clock of ${server}`);
    if (least - course > TOLERANCE_MS) return sentence(least - course, `behind the clock of ${server}`);
    this.trust(course);
    return undefined;
  }

  private doubt(course: number): string | undefined {
    const off = course - this.trusted;
    const now = this.ports.steady.now();
    if (Math.abs(off) <= TOLERANCE_MS) {
      this.trust(course);
      return undefined;
    }
    if (!this.doubted || Math.abs(course - this.doubted.course) > TOLERANCE_MS) this.doubted = { course, since: now };
    if (now - this.doubted.since >= SETTLE_MS) {
      this.trust(course);
      return undefined;
    }
    const where = off > 0 ? 'ahead of where it stood' : 'behind where it stood, or behind the newest event of the log';
    return `${sentence(Math.abs(off), where)} It is believed once it has run steadily for ${SETTLE_MS / 1_000} s.`;
  }

  private trust(course: number): void {
    this.trusted = course;
    this.doubted = undefined;
  }

  private course(): number {
    return this.ports.wall.now() - this.ports.steady.now();
  }
}

function sentence(milliseconds: number, where: string): string {
  const [off, allowed] = [milliseconds / 1_000, TOLERANCE_MS / 1_000];
  return `The clock of this machine is ${off.toFixed(1)} s ${where}; at most ${allowed} s are allowed.`;
}
