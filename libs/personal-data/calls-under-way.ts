import { PersonalKeysUnavailableError } from './personal-keys.js';

/** The calls of a store of keys, which are finished before it closes. */
export class CallsUnderWay {
  private readonly calls = new Set<Promise<unknown>>();
  private closed = false;

  /** @throws PersonalKeysUnavailableError the store is closed; or what the work throws */
  async run<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    this.refuseClosed();
    const call = Promise.resolve().then(work);
    this.calls.add(call);
    try {
      return await call;
    } finally {
      this.calls.delete(call);
    }
  }

  /**
   * For calls of several steps, which closing interrupts.
   * @throws PersonalKeysUnavailableError the store is closed
   */
  refuseClosed(): void {
    if (this.closed) throw new PersonalKeysUnavailableError('The store of personal keys is closed.');
  }

  /** Refuses later calls, and resolves when those under way have ended. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.calls);
  }
}
