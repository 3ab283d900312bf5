/** Milliseconds of work between two turns of the event loop, which also serves HTTP. */
const WORK_MS = 2;

/** Gives the event loop a turn when the work since the last one took its time. What is read does not depend on it. */
export class EventLoopTurns {
  private since = performance.now();

  /** To be called between two small parts of the work. */
  async pause(): Promise<void> {
    if (performance.now() - this.since < WORK_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.since = performance.now();
  }
}
