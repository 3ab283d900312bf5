import type { Instant } from '#kernel';

/** The projected revision of a workspace in one generation of the copy. */
export interface CompleteDocument {
  /** See `inGeneration`: late writes of an owner of a dropped generation do not count in another one. */
  readonly _id: string;
  readonly revision: number;
}

/** The checkpoint of a follower in one generation of the copy. */
export interface FollowerDocument {
  /** See `inGeneration`. */
  readonly _id: string;
  readonly position: string;
  /** Counts commits: some leave the position where it is. */
  readonly commits?: number;
}

/** A set of collections with all rows of a copy: one is live, and another one may be built, or kept. */
export interface SetMark {
  /** Made with the set, see `CopyDocument.generation`. */
  readonly generation: string;
  /** In the names of its collections, and never used again: what arrives late reaches no other set. */
  readonly set?: string;
  /** What the rebuild that made it has left, as JSON. Absent: none has made it. */
  readonly origin?: string;
}

/** The set that was live before. */
export interface KeptMark extends SetMark {
  readonly since: Instant;
  /** It is being dropped: nobody goes back to it. */
  readonly isDropping?: true;
}

/** The set into which a rebuild writes. */
export interface BuildingMark extends SetMark {
  /** Of the rebuild. */
  readonly id: string;
  /** Names the process, and its beginning, that builds it now: those before it change the mark no more. */
  readonly attempt?: string;
  /** It is being dropped: nobody writes into it, or makes it live. */
  readonly isDropping?: true;
}

/** The mark of a whole copy, in a collection that all copies share. */
export interface CopyDocument extends SetMark {
  readonly _id: string;
  readonly fingerprint: string;
  /**
   * Made with this document: a copy that was dropped and made anew has another generation, even if every other field is
   * equal.
   */
  readonly generation: string;
  /** Whether its follower has ever been at the end of the log. */
  readonly complete: boolean;
  /** The rebuild that made this set live. Absent: none. */
  readonly rebuild?: { readonly id: string; readonly differs: boolean };
  /** The set into which a rebuild writes. */
  readonly building?: BuildingMark;
  /** The set that was live before, until it is dropped. */
  readonly kept?: KeptMark;
  /** The attempt that exchanges the sets: no batch is begun in the live one meanwhile. */
  readonly exchanging?: string;
}
