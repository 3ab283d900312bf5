import type { Collection, IndexValue } from '#kernel';
import type { RowWrite } from '#read-model';

/** What the thread of projections is started with. */
export interface ProjectionThreadData {
  readonly eventsFile: string;
  readonly readModelFile: string;
}

export interface DropBelow {
  readonly index: string;
  readonly prefix: readonly IndexValue[];
  readonly before: IndexValue;
  readonly limit: number;
}

export type ToProjections =
  | { readonly kind: 'put'; readonly id: number; readonly writes: readonly RowWrite[] }
  | { readonly kind: 'drop'; readonly id: number; readonly collection: Collection; readonly options: DropBelow }
  | { readonly kind: 'close' };

export type FromProjections =
  | { readonly kind: 'open' }
  /** The file can never be opened as asked. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'note'; readonly sentence: string }
  | {
      readonly kind: 'progress';
      readonly completeTo: readonly (readonly [string, number])[];
      readonly caughtUp: boolean;
    }
  /** Waiting for a store that is away; undefined: no longer. */
  | { readonly kind: 'trouble'; readonly sentence: string | undefined }
  /** The follower stopped for good. */
  | { readonly kind: 'stopped'; readonly sentence: string }
  | { readonly kind: 'done'; readonly id: number; readonly count: number }
  | { readonly kind: 'failed'; readonly id: number; readonly sentence: string };
