/**
 * Limits of the memory that the heads of one process take. Each default has a constant of its own below; tests set
 * small ones.
 */
export interface HeadBounds {
  /** Resident rows and retained events that all heads together keep while no command uses them. */
  readonly rowsHeld: number;
  /**
   * Events that a head may be behind complete rows, besides one for each of its resident rows. A head that is further
   * behind is loaded anew (docs/adr/0020-overtaken-heads-and-faults.md).
   */
  readonly eventsBehind: number;
  /**
   * Bytes that wait for the stores. One half is for commands under way and their bodies, the other half for events that
   * are not durable. One workspace takes at most half of either, so that other tenants can write.
   */
  readonly waitingBytes: number;
}

/** Milliseconds after which a command that is not decided is refused with 503. */
export const ANSWER_MS = 10_000;

/**
 * Bytes that a command under way holds besides its events: closures, promises, a timer, the rows it read. Measured: 4
 * KB.
 */
export const BYTES_OF_COMMAND = 4_096;

/**
 * Bytes that a command under way holds for each byte of its request's body. Measured: up to 2 for the buffer, which may
 * be twice as long as the bytes received, and 1 to 2.2 for the parsed values.
 */
export const BYTES_HELD_PER_BODY_BYTE = 4;

/** Bytes of a request's body from which its command is large: 100 members take 6 KB, 1,000 contacts 60 KB and more. */
export const LARGE_COMMAND_BYTES = 16_384;

/** Memory of a head without rows, counted in resident rows. Measured: 3 KB. */
export const ROWS_OF_EMPTY_HEAD = 3;

export const HEAD_BOUNDS: HeadBounds = {
  // Rows of about 1 KB, so 200 MB: room for 10,000 workspaces of up to 17 rows each (keys, lists, outcomes). With less
  // room than workspaces in use, requests to them by turns would each load a head.
  rowsHeld: 200_000,
  // To load a head anew costs six calls and its resident rows. To read, decode and fold more events than this costs
  // more.
  eventsBehind: 100,
  // Room for 16,000 commands without bodies, for 16 with bodies of 1 MiB, or for 4 with the largest body of an import;
  // and for 100,000 small events, counted with about the memory they take (their JSON and 520 bytes each). Without this
  // limit, clients that retry while a store hangs would fill the memory.
  waitingBytes: 128 * 1_048_576,
};
