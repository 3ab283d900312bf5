/** Real time that passes, for time-outs and retries; never the test clock. */
export interface Timers {
  /** Calls back once after `milliseconds`; the returned function cancels it. */
  set(milliseconds: number, callback: () => void): () => void;
}
