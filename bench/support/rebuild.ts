/** One side of a rebuild, run in a process of its own. */
export interface Rebuilding {
  readonly side: 'ours' | 'bare';
  /** The log that is read. */
  readonly eventsFile: string;
  /** The keys of its personal data. */
  readonly keysFile: string;
  /** Rows that have been made from it: the bare loop writes the same ones. */
  readonly likeFile: string;
  /** The file that is written. */
  readonly file: string;
}

/** The outcome of one side. */
export interface Rebuilt {
  readonly ms: number;
  /** Highest memory of the process, in MB. */
  readonly peakMb: number;
}
