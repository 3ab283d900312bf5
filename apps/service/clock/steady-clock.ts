/**
 * Milliseconds. The uptime comes in steps of up to a second, depending on the operating system: a smaller difference is
 * no sleep.
 */
const SLEPT_AT_LEAST_MS = 1_500;

/**
 * A monotonic clock in milliseconds that includes the time for which the machine slept. The machine's own monotonic
 * clock stands still while a Linux machine is suspended: the wall clock would seem to have jumped ahead when a laptop
 * wakes up.
 */
export class SteadyClock {
  private readonly started: number;
  private slept = 0;

  /**
   * @param awake milliseconds for which the machine was awake
   * @param up milliseconds since it was started, asleep or awake
   */
  constructor(
    private readonly awake: () => number,
    private readonly up: () => number,
  ) {
    this.started = up() - awake();
  }

  now(): number {
    return this.at(this.awake());
  }

  /** An instant of the machine's monotonic clock, by this one. */
  at(awake: number): number {
    return awake + this.slept;
  }

  /** Adds the time for which the machine has slept since the last call: reads a system file. */
  catchUp(): void {
    const slept = this.up() - this.awake() - this.started;
    if (slept - this.slept >= SLEPT_AT_LEAST_MS) this.slept = slept;
  }
}
