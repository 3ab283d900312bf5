import type { Instant } from './clock.js';
import type { DomainEvent } from './events.js';
import type { JsonObject } from './json.js';
import type { Collection, DocumentKey, IndexValue, Row } from './projection.js';

/** What a scan of an index sees, the events the rows do not have yet included. */
export interface Scan<Doc extends Row> {
  /** In index order. Fewer than asked for, even none, while there is a `next`: where events took rows away that the index still has. */
  readonly rows: readonly Doc[];
  /** Where to go on, as `after` of the next scan; undefined at the end of the range. */
  readonly next: readonly IndexValue[] | undefined;
}

/**
 * The state of one workspace at the instant of a decision: rows + head (consistency.md). Reads are exact as of `revision`.
 * A read of something not loaded yet interrupts the decision, which is then run again with it: decide functions are pure and
 * ask for what they need in as few, as large reads as they can.
 */
export interface WorkspaceView {
  readonly workspaceId: string;
  /** t: the later of the clock and the workspace's last event. */
  readonly now: Instant;
  /** Revision of the last event this view has seen; the next event's is one higher. */
  readonly revision: number;
  /** Rows by key, undefined where none ever existed. */
  rows<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): readonly (Doc | undefined)[];
  /** All live documents of a settings collection, by key text; held by the head, never interrupts. */
  settings<Doc extends Row>(collection: Collection<Doc>): ReadonlyMap<string, Doc>;
  /** Rows under a prefix of an index that declares its touches, in index order, from behind `after`. */
  scan<Doc extends Row>(
    collection: Collection<Doc>,
    index: string,
    prefix: readonly IndexValue[],
    options: { readonly after?: readonly IndexValue[]; readonly limit: number },
  ): Scan<Doc>;
  /** The first rows under each of several prefixes, in their order: one interruption for all of them, not one each. */
  scanMany<Doc extends Row>(
    collection: Collection<Doc>,
    index: string,
    prefixes: readonly (readonly IndexValue[])[],
    options: { readonly limit: number },
  ): readonly Scan<Doc>[];
}

/** What a write is answered with; kept with the Idempotency-Key. */
export interface Answer {
  readonly status: number;
  readonly location?: string;
  readonly etag?: string;
  readonly body: JsonObject;
}

/**
 * A decision: the events that happen, in order, possibly none, and the answer on the state after them. Refusals are thrown as
 * DomainError.
 */
export interface Decision {
  readonly events: readonly DomainEvent[];
  answer(after: WorkspaceView): Answer;
}

/** Decides one command. Pure; may be run several times for one command. */
export type Decide = (view: WorkspaceView) => Decision;
