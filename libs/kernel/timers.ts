/** Real time that passes, for time-outs and retries; never the test clock. */
export interface Timers {
  /** Calls back once after so many milliseconds; the returned function calls it off. */
  set(milliseconds: number, callback: () => void): () => void;
}
