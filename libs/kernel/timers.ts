/** Timers in real time, for time-outs and retries; never the test clock. */
export interface Timers {
  /** Calls back once after `milliseconds`; the returned function cancels it. */
  set(milliseconds: number, callback: () => void): () => void;
}

/** Calls back in a later turn of the event loop, after everything else of this turn. */
export type Soon = (callback: () => void) => void;
