import type { FirstMessage } from '#event-store/sqlite';
import type { SecretsKeys } from '../wrapping.js';

/** What the thread of the writer is started with. */
export interface WriterData {
  readonly file: string;
  readonly secrets: SecretsKeys;
}

/** How far a workspace's keys are wrapped anew. */
export interface RewrapCursor {
  /** The number of the new workspace key. */
  readonly under: number;
  /** The last subject whose key is done; they are walked in the order of their names. */
  readonly after: string;
}

export type Request =
  | { readonly kind: 'ensure'; readonly workspaceId: string; readonly subjects: readonly string[] }
  | { readonly kind: 'shred_keys'; readonly ids: readonly string[] }
  /** The subjects from `first` up to but not including `end`. Without a workspace, those of all workspaces. */
  | { readonly kind: 'shred_range'; readonly first: string; readonly end: string; readonly workspaceId?: string }
  | { readonly kind: 'shred_workspace'; readonly workspaceId: string }
  | { readonly kind: 'accept_loss' }
  /** Wraps one page of keys anew; without a cursor, the first one. */
  | { readonly kind: 'rewrap'; readonly workspaceId: string; readonly cursor?: RewrapCursor };

export type ToWriter = Request | { readonly kind: 'close' };

/** A request was carried out. */
export interface Done {
  readonly kind: 'done';
  /** Of a rewrap that has more pages. */
  readonly cursor?: RewrapCursor | undefined;
  /** The number of keys that a range had. */
  readonly shredded?: number;
}

/** What became of one request. */
export type Reply =
  | Done
  | { readonly kind: 'workspace_shredded'; readonly workspaceId: string }
  /** A PersonalKeysError. */
  | { readonly kind: 'refused'; readonly sentence: string };

export type Answer =
  /** A transaction was committed: the replies to its requests, in the order in which they were sent. */
  | { readonly kind: 'committed'; readonly replies: readonly Reply[] }
  /** The first `requests` that wait failed together. */
  | { readonly kind: 'failed'; readonly requests: number; readonly sentence: string };

export type FromWriter = FirstMessage | Answer;
