/** What the heads of one process may cost. Each has its own constant below; tests set small ones. */
export interface HeadBounds {
  /** Rows of settings and retained events that all heads together keep while nobody uses them. */
  readonly rowsHeld: number;
  /** Events a head may be behind complete rows, besides one for each row of its settings; further behind, it is loaded anew (ADR 0020). */
  readonly eventsBehind: number;
}

/** What a head without rows holds in memory, as rows of settings: 3 KB, measured. */
export const ROWS_OF_EMPTY_HEAD = 3;

export const HEAD_BOUNDS: HeadBounds = {
  // About 1 KB each, so 200 MB. 10,000 workspaces of up to 17 rows each (keys, lists, outcomes) fit: with fewer places than workspaces,
  // requests by turns would load a head each.
  rowsHeld: 200_000,
  // Loading a head anew costs some six calls and its settings rows. That is less than to read, decode and fold more events than this.
  eventsBehind: 100,
};
