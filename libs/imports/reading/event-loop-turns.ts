/** Bytes of a file that take as long as what each line costs besides its bytes: about 4 µs. */
const BYTES_OF_LINE = 128;
/** Bytes between two turns of the event loop, which also serves HTTP: 1 to 2 ms of work. */
const BYTES_AT_ONCE = 32_768;

/**
 * Gives the event loop turns by the amount of work, not by a clock: the same file has the same turns, so that a
 * simulated world is the same each time.
 */
export class EventLoopTurns {
  private work = 0;

  /**
   * To be called between two small parts of the work.
   * @param lines of the part
   * @param bytes of the part
   */
  async pause(lines: number, bytes: number): Promise<void> {
    this.work += lines * BYTES_OF_LINE + bytes;
    if (this.work < BYTES_AT_ONCE) return;
    this.work = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
