/** The adapter's time limits and intervals, in milliseconds. Tests of faults shorten them. */
export interface Timings {
  /** Time that `open` tries to find a server that answers. */
  readonly open: number;
  /** Between two attempts of `open`. */
  readonly reopen: number;
  /** Time without an event after which a read is given up: the client has no deadline for reads. */
  readonly readSilence: number;
  /**
   * Time after which an append without an answer counts as lost and is repeated. The server's own write timeout is
   * shorter.
   */
  readonly appendAnswer: number;
  /** Time that an append waits before health reports it. */
  readonly appendTrouble: number;
  /**
   * Pause before an append is repeated, or a subscription that had delivered nothing is opened again: doubled from the
   * first, shortest one.
   */
  readonly firstPause: number;
  readonly longestPause: number;
  /** Time after which a subscription that is not confirmed is given up. */
  readonly confirmation: number;
  /** Time without a live subscription before health reports a follower (docs/architecture.md#ports). */
  readonly followTrouble: number;
  /**
   * Between two polls of the log's end, and the limit of one; together less than the 5 s within which health reports
   * trouble.
   */
  readonly pulse: number;
  readonly pulseAnswer: number;
  /** Between two polls while they fail. */
  readonly pulseInTrouble: number;
  /** Time that `close` waits for answers to appends. */
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
