import { StoreOpenError } from '#event-store';
import { type Collection, DomainError, type Position } from '#kernel';
import type { ProjectedTrace } from '../progress/progress.js';
import {
  type Amendment,
  CheckpointMismatchError,
  type ReadModelCacheWriter,
  ReadModelOpenError,
  ReadModelUnavailableError,
  type RowWrite,
} from '../read-model.js';

export type DropBelowOptions = Parameters<ReadModelCacheWriter['dropBelow']>[1];

/** Requests of the main thread. */
export type ToHost =
  | { readonly kind: 'put'; readonly id: number; readonly writes: readonly RowWrite[] }
  | { readonly kind: 'amend'; readonly id: number; readonly changes: readonly Amendment[] }
  | { readonly kind: 'drop'; readonly id: number; readonly collection: Collection; readonly options: DropBelowOptions }
  | {
      readonly kind: 'drop_workspace';
      readonly id: number;
      readonly collection: Collection;
      readonly workspaceId: string;
      readonly limit: number;
    }
  /** The rows of the thread are those that are served from now on. */
  | { readonly kind: 'served' }
  | { readonly kind: 'close' };

/** Messages of the thread. */
export type FromHost =
  | { readonly kind: 'log'; readonly sentence: string }
  /** The file is open: it is the one that will be written from now on. */
  | { readonly kind: 'open' }
  | { readonly kind: 'refused'; readonly error: ErrorMessage }
  | {
      readonly kind: 'progress';
      readonly projectedRevisions: readonly (readonly [string, number])[];
      readonly caughtUp: boolean;
      readonly events?: number;
      readonly changed: readonly string[];
      readonly traces?: readonly ProjectedTrace[];
    }
  | { readonly kind: 'trouble'; readonly error: ErrorMessage | undefined }
  /** The follower stopped for good, or ended without an error. */
  | { readonly kind: 'stopped'; readonly error: ErrorMessage }
  | { readonly kind: 'done'; readonly id: number; readonly count: number }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorMessage };

/** An error in a message between threads: structured clones lose classes and fields. */
export interface ErrorMessage {
  readonly name: string;
  readonly message: string;
  /** Of an error that is a fault: where it was thrown. */
  readonly stack?: string | undefined;
  readonly mismatch?: {
    readonly follower: string;
    readonly expected: Position | undefined;
    readonly found: Position | undefined;
  };
  /** Of a DomainError. */
  readonly refusal?: Pick<DomainError, 'code' | 'detail' | 'errors'>;
}

export function errorMessage(error: unknown): ErrorMessage {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof CheckpointMismatchError) {
    const { follower, expected, found } = error;
    return { name, message, mismatch: { follower, expected, found } };
  }
  if (error instanceof DomainError) {
    const { code, detail, errors } = error;
    return { name, message, refusal: { code, detail, errors } };
  }
  return { name, message, stack };
}

/** The error as it was thrown; of a class of the port, or a DomainError, if it was one. */
export function errorOf({ name, message, stack, mismatch, refusal }: ErrorMessage): Error {
  if (refusal) return new DomainError(refusal.code, refusal.detail, refusal.errors);
  if (mismatch) return new CheckpointMismatchError(mismatch.follower, mismatch.expected, mismatch.found);
  if (name === 'ReadModelOpenError') return new ReadModelOpenError(message);
  if (name === 'StoreOpenError') return new StoreOpenError(message);
  if (name === 'ReadModelUnavailableError') return new ReadModelUnavailableError(message);
  return Object.assign(new Error(message), { name, ...(stack !== undefined && { stack }) });
}
