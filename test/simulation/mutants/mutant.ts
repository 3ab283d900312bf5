/** A place of the service that is broken on purpose: one text of a built file is replaced, in a copy of the build. */
export interface Mutant {
  readonly name: string;
  /** Below `dist`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The first seed of its hunt, where those before have not found it: each costs half a second. Default: 1. */
  readonly from?: number;
  /** Found by fewer than one world in 500: hunted only where all are, in ten times as many seeds. */
  readonly isRare?: true;
}
