/**
 * Turns of the event loop for the slices of long reads (docs/adr/0030-long-reads-in-slices.md): one slice of one read
 * in a turn, first come first served. Without it, several sliced reads would all read in the same turn.
 */
export class SliceTurns {
  private readonly waiting: (() => void)[] = [];
  /** Whether a slice has run in this turn of the event loop. */
  private isTaken = false;

  /** @param soon resolves in a later turn of the event loop */
  constructor(private readonly soon: () => Promise<void> = () => new Promise((resolve) => setImmediate(resolve))) {}

  /** Resolves when a slice may be read: at once if no other slice ran in this turn of the event loop. */
  take(): Promise<void> {
    if (this.isTaken) return new Promise((begin) => this.waiting.push(begin));
    this.isTaken = true;
    this.passOn();
    return Promise.resolve();
  }

  private passOn(): void {
    void this.soon().then(() => {
      const begin = this.waiting.shift();
      if (begin) {
        begin();
        this.passOn();
      } else this.isTaken = false;
    });
  }
}
