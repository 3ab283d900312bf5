/** The wall clock of a process, which may be set. */
export class SimulatedClock {
  private stepMs = 0;

  /** @param usualMs by which it is off while nobody sets it */
  constructor(private readonly usualMs: number) {}

  /** Milliseconds by which it is ahead of the true time. */
  get offsetMs(): number {
    return this.usualMs + this.stepMs;
  }

  step(milliseconds: number): void {
    this.stepMs += milliseconds;
  }

  setRight(): void {
    this.stepMs = 0;
  }
}
