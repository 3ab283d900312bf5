import type { Instant } from './clock.js';
import type { DomainEvent } from './events.js';
import type { JsonObject } from './json.js';
import type { Collection, DocumentKey, IndexValue, Row } from './projection.js';

/** What a scan of an index sees, the events the rows do not have yet included. */
export interface Scan<Doc extends Row> {
  /**
   * In index order. Fewer than asked for, even none, while there is a `next`: where events took rows away that the
   * index still has.
   */
  readonly rows: readonly Doc[];
  /** Where to go on, as `after` of the next scan; undefined at the end of the range. */
  readonly next: readonly IndexValue[] | undefined;
}

/** What a scan of keys sees: a {@link Scan} that reads no documents. */
export interface KeyScan {
  /** In index order. Fewer than asked for, even none, while there is a `next`. */
  readonly keys: readonly DocumentKey[];
  /** Where to go on, as `after` of the next scan; undefined at the end of the range. */
  readonly next: readonly IndexValue[] | undefined;
}

/** Rows under many prefixes of an index that orders them by cached fields. */
export interface CandidatesOptions {
  /** An index of a collection whose projection declares touches. */
  readonly index: string;
  /** Lists of values of the index's first fields, all of one length. */
  readonly prefixes: readonly (readonly IndexValue[])[];
  /** Values of the fields behind the prefixes: the index gives only rows behind them. */
  readonly after?: readonly IndexValue[];
  /** The index gives only rows whose first field behind the prefixes is not above this. */
  readonly to?: IndexValue;
  /** Most rows that the index gives, of all prefixes together; at least 1. */
  readonly limit: number;
  /**
   * A decision that is run again is given what its earlier run read. It may be older than what is read now: who must
   * not miss a row that moves from one read to the other gives both the same mark here, and another one where the first
   * of them is read anew.
   */
  readonly asOf?: number;
  /**
   * Prefixes of the index, as its touches name them (perhaps shorter than those read), under which events may have put
   * rows since.
   */
  readonly touched: readonly (readonly IndexValue[])[];
}

/** Rows that an index gave and events touched: each has to be judged by itself. */
export interface Candidates<Doc extends Row> {
  /**
   * As of the view, in no order, each once: what the index gave, and whatever the events that the rows may not have yet
   * name under `touched`, wherever in the index that is.
   */
  readonly rows: readonly Doc[];
  /**
   * Where to go on, as `after` of the next proposal: the place (fields behind the prefix) of the last row that the
   * index gave when it gave `limit`. Undefined: it gave all there are.
   */
  readonly end: readonly IndexValue[] | undefined;
}

/** Which values a field of an index has. */
export interface CandidateValuesOptions {
  /** An index of a collection whose projection declares touches. */
  readonly index: string;
  /** Values of the index's first fields; the field behind them is the one whose values are asked for. */
  readonly prefix: readonly IndexValue[];
  /** Only values up to this one, itself included. */
  readonly to?: IndexValue;
  /** Most values returned; at least 1. */
  readonly limit: number;
}

/**
 * The state of one workspace at the instant of a decision: rows + head
 * (docs/reference/consistency.md#how-a-command-decides). Reads are exact as of `revision`. A read of something not
 * loaded yet interrupts the decision, which is then run again with it: decide functions are pure and ask for what they
 * need in as few, as large reads as they can.
 */
export interface WorkspaceView {
  readonly workspaceId: string;
  /** t: the later of the clock and the workspace's last event. */
  readonly now: Instant;
  /** Revision of the last event this view has seen; the next event's is one higher. */
  readonly revision: number;
  /** Rows by key, undefined where none ever existed. */
  rows<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): readonly (Doc | undefined)[];
  /** All live documents of a resident collection, by key text; held by the head, never interrupts. */
  resident<Doc extends Row>(collection: Collection<Doc>): ReadonlyMap<string, Doc>;
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
  /**
   * The keys of the first rows under each of several prefixes, in their order, from behind `after` if that is given:
   * for decisions that need to know which rows there are and nothing of what is in them. Behind the prefix the index
   * has fields of the key alone.
   * @throws Error if it has another one.
   */
  scanKeys(
    collection: Collection,
    index: string,
    prefixes: readonly (readonly IndexValue[])[],
    options: { readonly after?: readonly IndexValue[]; readonly limit: number },
  ): readonly KeyScan[];
  /**
   * Candidates from an index over cached fields: folded from resident rows that have changed since, or by an earlier
   * clock (docs/reference/dialing-rules.md#scale). Never exact by itself. A row that moves from place to place while
   * nothing happens is met by who reads the places that it leaves before those that it comes to.
   */
  candidates<Doc extends Row>(collection: Collection<Doc>, options: CandidatesOptions): Candidates<Doc>;
  /**
   * The values that a field of such an index has under a prefix, each once, ascending, as the rows have it: no event
   * joins them.
   */
  candidateValues(collection: Collection, options: CandidateValuesOptions): readonly IndexValue[];
}

/** What a write is answered with; kept with the Idempotency-Key. */
export interface Answer {
  readonly status: number;
  readonly location?: string;
  readonly etag?: string;
  readonly body: JsonObject;
}

/**
 * A decision: the events that happen, in order, possibly none, and the answer on the state after them. Refusals are
 * thrown as DomainError.
 */
export interface Decision {
  readonly events: readonly DomainEvent[];
  answer(after: WorkspaceView): Answer;
  /**
   * What the answer waits for besides the rows of its events, within the same 2 s; not done by then, it is not
   * `visible`.
   */
  readonly awaits?: readonly AwaitedRow[];
}

/** A row that background work writes after a decision, and that the answer waits for. */
export interface AwaitedRow {
  readonly collection: Collection;
  readonly key: DocumentKey;
  /** Judges the row as the read model has it, at least as of the decision's events. */
  readonly isDone: (row: Row | undefined) => boolean;
}

/** Decides one command. Pure; may be run several times for one command. */
export type Decide = (view: WorkspaceView) => Decision;

/**
 * A rule that every write keeps, whatever was decided: asked on the state before a decision, and what it returns on the
 * state after its events. May be asked several times for one command.
 * @throws DomainError in either step: the write is refused, and none of its events happens.
 */
export type WriteRule = (view: WorkspaceView) => () => void;

/** The rule that keeps all of some rules: the first one that is broken refuses. */
export function inTurn(...rules: readonly WriteRule[]): WriteRule {
  return (view) => {
    const checks = rules.map((rule) => rule(view));
    return () => checks.forEach((check) => check());
  };
}
