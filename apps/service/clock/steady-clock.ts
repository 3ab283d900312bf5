/** The uptime comes in steps of up to a second, depending on the operating system: less than this is no sleep. */
const SLEPT_AT_LEAST_MS = 1_500;

/**
 * Milliseconds that only ever grow and that nobody can set, the time that the machine slept included.
 * The monotonic clock alone stands still while a Linux machine is suspended: the wall clock would seem to have jumped
 * ahead when a laptop wakes up.
 */
export class SteadyClock {
  private readonly started: number;
  private slept = 0;

  /**
   * @param awake milliseconds that grow while the machine is awake
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

  /** An instant of the monotonic clock by this one. */
  at(awake: number): number {
    return awake + this.slept;
  }

  /** Takes in the time that the machine has slept since this was last called: a read of a system file. */
  catchUp(): void {
    const slept = this.up() - this.awake() - this.started;
    if (slept - this.slept >= SLEPT_AT_LEAST_MS) this.slept = slept;
  }
}
