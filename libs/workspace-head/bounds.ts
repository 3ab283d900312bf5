/** What the heads of one process may cost. Each has its own constant below; tests set small ones. */
export interface HeadBounds {
  /** Resident rows and retained events that all heads together keep while nobody uses them. */
  readonly rowsHeld: number;
  /**
   * Events a head may be behind complete rows, besides one for each of its resident rows. A head that is further behind
   * is loaded anew (docs/adr/0020-overtaken-heads-and-faults.md).
   */
  readonly eventsBehind: number;
  /**
   * Bytes that wait for the stores: half of it are commands under way and their bodies, the other half events that are
   * not durable. One workspace takes at most half of either, so that other tenants can write.
   */
  readonly waitingBytes: number;
}

/** A command that is not decided by then is told so, in milliseconds. */
export const ANSWER_MS = 10_000;

/** What a command under way holds besides its events: closures, promises, a timer, the rows it read. 4 KB, measured. */
export const BYTES_OF_COMMAND = 4_096;

/**
 * Bytes that a command under way holds for each byte of its request's body. Measured: up to 2 for the buffer of the
 * body, which may be twice as long as what arrived, and 1 to 2.2 for the values parsed from it.
 */
export const BYTES_HELD_PER_BODY_BYTE = 4;

/** What a head without rows holds in memory, as resident rows: 3 KB, measured. */
export const ROWS_OF_EMPTY_HEAD = 3;

export const HEAD_BOUNDS: HeadBounds = {
  // About 1 KB each, so 200 MB. 10,000 workspaces of up to 17 rows each (keys, lists, outcomes) fit: with fewer places
  // than workspaces, requests by turns would load a head each.
  rowsHeld: 200_000,
  // To load a head anew costs six calls and its resident rows; to read, decode and fold more events than this costs
  // more.
  eventsBehind: 100,
  // 16,000 commands without bodies, 16 with bodies of 1 MiB or 4 with the largest body of an import, and 100,000 small
  // events, which are counted with about what they hold (their JSON, and 520 bytes each). Without it, clients that come
  // again and again while a store hangs would fill the memory.
  waitingBytes: 128 * 1_048_576,
};
