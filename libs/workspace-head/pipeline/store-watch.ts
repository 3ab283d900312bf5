import type { Timers } from '#kernel';
import { ANSWER_MS } from '../bounds.js';

/** Notices that the store does not answer. It watches one call at a time. */
export class StoreWatch {
  private isStalled = false;

  constructor(private readonly timers: Timers) {}

  /** The call has been unanswered for as long as an answer may take: a new command would not be answered in time. */
  get stalled(): boolean {
    return this.isStalled;
  }

  async watchCall<Answer>(call: Promise<Answer>): Promise<Answer> {
    const cancel = this.timers.set(ANSWER_MS, () => (this.isStalled = true));
    try {
      return await call;
    } finally {
      cancel();
      this.isStalled = false;
    }
  }
}
