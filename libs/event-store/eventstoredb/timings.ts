/** How long the adapter waits for what, in milliseconds. Tests of faults shorten them. */
export interface Timings {
  /** `open` tries for so long to find a server that answers. */
  readonly open: number;
  /** Between two tries of `open`. */
  readonly reopen: number;
  /** A read is given up after so long without an event: the client has no deadline for reads. */
  readonly readSilence: number;
  /**
   * An append without an answer for so long counts as lost and is repeated. The server's own write timeout is shorter.
   */
  readonly appendAnswer: number;
  /** An append that waits for so long turns health red. */
  readonly appendTrouble: number;
  /**
   * Pauses before an append is repeated, or a subscription opened anew that had delivered nothing: doubled from the
   * first.
   */
  readonly firstPause: number;
  readonly longestPause: number;
  /** A subscription that is not confirmed by then is given up. */
  readonly confirmation: number;
  /** Without a live subscription for so long a follower turns health red (docs/architecture.md#ports). */
  readonly followTrouble: number;
  /**
   * Between two looks at the end of the log, and how long one may take; together less than the 5 s after which health
   * is red.
   */
  readonly pulse: number;
  readonly pulseAnswer: number;
  /** Between two looks while they fail. */
  readonly pulseInTrouble: number;
  /** `close` waits so long for answers to appends. */
  readonly close: number;
}

export const TIMINGS: Timings = {
  open: 10_000,
  reopen: 250,
  readSilence: 4_000,
  appendAnswer: 10_000,
  appendTrouble: 4_500,
  firstPause: 50,
  longestPause: 1_000,
  confirmation: 3_000,
  followTrouble: 5_000,
  pulse: 2_000,
  pulseAnswer: 2_000,
  pulseInTrouble: 500,
  close: 5_000,
};
