import type { Timers } from '#kernel';

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** A pause of everything, longer each time until it is reset. */
export class Pause {
  private callOff: (() => void) | undefined;
  private nextMs = FIRST_MS;

  constructor(
    private readonly timers: Timers,
    private readonly over: () => void,
  ) {}

  get goesOn(): boolean {
    return this.callOff !== undefined;
  }

  /** Begins one, unless one goes on. */
  begin(): void {
    if (this.callOff) return;
    this.callOff = this.timers.set(this.nextMs, () => {
      this.callOff = undefined;
      this.over();
    });
    this.nextMs = Math.min(2 * this.nextMs, LONGEST_MS);
  }

  /** What it was for is over: the next one is short again. */
  reset(): void {
    this.nextMs = FIRST_MS;
  }

  /** Ends the one that goes on, and tells nobody. */
  stop(): void {
    this.callOff?.();
    this.callOff = undefined;
  }
}
