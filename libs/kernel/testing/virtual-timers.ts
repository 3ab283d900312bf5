import type { Timers } from '../timers.js';

/** Timers whose time passes when a test says so. */
export class VirtualTimers implements Timers {
  private now = 0;
  private readonly waiting = new Set<{ readonly at: number; readonly callback: () => void }>();

  set(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.now + milliseconds, callback };
    this.waiting.add(timer);
    return () => this.waiting.delete(timer);
  }

  /** The number of timers that are set. */
  get size(): number {
    return this.waiting.size;
  }

  /** Milliseconds until the next timer. @throws Error none is set */
  untilNext(): number {
    if (this.waiting.size === 0) throw new Error('No timer is set.');
    return Math.min(...[...this.waiting].map(({ at }) => at)) - this.now;
  }

  /** Lets time pass; callbacks that are due run in order. */
  advance(milliseconds: number): void {
    this.now += milliseconds;
    const due = [...this.waiting].filter(({ at }) => at <= this.now).sort((a, b) => a.at - b.at);
    for (const timer of due) if (this.waiting.delete(timer)) timer.callback();
  }
}
