import type { Instant } from './clock.js';
import type { DomainEvent } from './events.js';
import type { JsonObject } from './json.js';
import type { Collection, DocumentKey, IndexValue, Row } from './projection.js';

/** The result of a scan of an index, with the events that the rows do not have yet. */
export interface Scan<Doc extends Row> {
  /**
   * In index order. While there is a `next`, fewer than `limit` or none: events took away rows that the index still
   * has.
   */
  readonly rows: readonly Doc[];
  /** The position at which the next scan continues, as its `after`; undefined at the end of the range. */
  readonly next: readonly IndexValue[] | undefined;
}

/** The result of a scan of keys: a {@link Scan} that reads no documents. */
export interface KeyScan {
  /** In index order. While there is a `next`, fewer than `limit` or none. */
  readonly keys: readonly DocumentKey[];
  /** The position at which the next scan continues, as its `after`; undefined at the end of the range. */
  readonly next: readonly IndexValue[] | undefined;
}

/** Selects rows under many prefixes of an index that orders them by cached fields. */
export interface CandidatesOptions {
  /** An index of a collection whose projection declares touches. */
  readonly index: string;
  /** Lists of values of the index's first fields, all of one length. */
  readonly prefixes: readonly (readonly IndexValue[])[];
  /** Values of the fields behind the prefixes: the index returns only rows behind them. */
  readonly after?: readonly IndexValue[];
  /** The index returns only rows whose first field behind the prefixes is at most this. */
  readonly to?: IndexValue;
  /** Largest number of rows that the index returns, of all prefixes together; at least 1. */
  readonly limit: number;
  /**
   * A decision that is run again gets the reads of its earlier run, which may be older than its later reads. To miss no
   * row that moves from one read to another, a decision gives both the same mark here, and a new mark where the first
   * of them is read anew.
   */
  readonly asOf?: number;
  /**
   * Prefixes of the index, as its touches name them (perhaps shorter than those read), under which events may have put
   * rows since.
   */
  readonly touched: readonly (readonly IndexValue[])[];
  /** The index whose touches `touched` has prefixes of; default: the one that is read. */
  readonly touchedIn?: string;
}

/** Rows that an index returned and rows that events touched: each has to be judged on its own. */
export interface Candidates<Doc extends Row> {
  /**
   * As of the view, in no order, each once: the rows that the index returned, and those that events name under
   * `touched` and the rows may lack, at any position of the index.
   */
  readonly rows: readonly Doc[];
  /**
   * The position (fields behind the prefix) at which the next read continues, as its `after`: that of the last row when
   * the index returned `limit`. Undefined: it returned all.
   */
  readonly end: readonly IndexValue[] | undefined;
}

/** Selects the values that a field of an index has. */
export interface CandidateValuesOptions {
  /** An index of a collection whose projection declares touches. */
  readonly index: string;
  /** Values of the index's first fields; the values of the field behind them are returned. */
  readonly prefix: readonly IndexValue[];
  /** Only values up to and including this one. */
  readonly to?: IndexValue;
  /** Largest number of values returned; at least 1. */
  readonly limit: number;
  /** As of {@link CandidatesOptions}. */
  readonly asOf?: number;
}

/**
 * The state of one workspace at the instant of a decision: rows + head
 * (docs/reference/consistency.md#how-a-command-decides). Reads are exact as of `revision`. A read of rows that are not
 * loaded yet interrupts the decision, which is run again with them: decide functions are pure and make as few and as
 * large reads as they can.
 */
export interface WorkspaceView {
  readonly workspaceId: string;
  /** t: the later of the clock and the workspace's last event. */
  readonly now: Instant;
  /** Revision of the last event this view has seen; the next event's is one higher. */
  readonly revision: number;
  /**
   * A token of what the view has seen: two views of a process have the same object only if no event but records of
   * commands came between them, and none was taken back. To key what was derived from the facts, in a WeakMap.
   */
  readonly facts: object;
  /** Rows by key, undefined where none ever existed. */
  rows<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): readonly (Doc | undefined)[];
  /** All live documents of a resident collection, by key text. The head holds them, so this never interrupts. */
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
   * for decisions that need to know which rows exist and none of their fields. Behind the prefix the index has only
   * fields of the key.
   * @throws Error it has another field
   */
  scanKeys(
    collection: Collection,
    index: string,
    prefixes: readonly (readonly IndexValue[])[],
    options: { readonly after?: readonly IndexValue[]; readonly limit: number },
  ): readonly KeyScan[];
  /**
   * Candidates from an index over cached fields, which may be out of date: resident rows have changed since, or the
   * clock was earlier (docs/reference/dialing-rules.md#scale). Never exact on its own. To miss no row that moves
   * without an event, read the positions that it leaves before those that it comes to.
   */
  candidates<Doc extends Row>(collection: Collection<Doc>, options: CandidatesOptions): Candidates<Doc>;
  /** The candidates of several such reads, in their order: one interruption for all of them. */
  candidatesMany<Doc extends Row>(
    collection: Collection<Doc>,
    all: readonly CandidatesOptions[],
  ): readonly Candidates<Doc>[];
  /**
   * The values that a field of such an index has under a prefix, each once, ascending, by the rows alone: no event is
   * joined.
   */
  candidateValues(collection: Collection, options: CandidateValuesOptions): readonly IndexValue[];
  /**
   * Runs reads of one collection that do not depend on each other: one interruption for all of them. Their rows are
   * loaded in any order.
   * @returns what each of them returns
   */
  together<Results extends readonly unknown[]>(
    ...reads: { readonly [At in keyof Results]: () => Results[At] }
  ): Results;
}

/** The answer to a write; kept with the Idempotency-Key. */
export interface Answer {
  readonly status: number;
  readonly location?: string;
  readonly etag?: string;
  readonly body: JsonObject;
}

/**
 * A decision: its events, in order, possibly none, and the answer on the state after them. Refusals are thrown as
 * DomainError.
 */
export interface Decision {
  readonly events: readonly DomainEvent[];
  answer(after: WorkspaceView): Answer;
  /**
   * Rows that the answer waits for besides those of its events, within the same 2 s; if they are not done by then, the
   * answer is not `visible`.
   */
  readonly awaits?: readonly AwaitedRow[];
  /**
   * Background work follows that takes longer than an answer may wait: the answer waits for the rows of its events
   * alone, and is not `visible`.
   */
  readonly lags?: boolean;
}

/** A row that background work writes after a decision, and that the answer waits for. */
export interface AwaitedRow {
  readonly collection: Collection;
  readonly key: DocumentKey;
  /** Judges the row of the read model, at least as of the decision's events. */
  readonly isDone: (row: Row | undefined) => boolean;
}

/** The condition of an If-Match header: throws `precondition_failed` for a version that it does not name. */
export type CheckVersion = (version: number) => void;

/** Decides one command. Pure; may be run several times for one command. */
export type Decide = (view: WorkspaceView) => Decision;

/**
 * The body of a decision's answer. A function that makes decisions ends in `satisfies Decide` and declares no return
 * type, so that the compiler can compare its answer with the answer's DTO.
 */
export type AnsweredBy<Make extends (...input: never[]) => Decide> = ReturnType<
  ReturnType<ReturnType<Make>>['answer']
>['body'];

/**
 * A rule that every write keeps, whatever was decided. It is called on the state before a decision, and the function it
 * returns on the state after its events, with the number of these. It may be called several times for one command.
 * @throws DomainError in either step: the write is refused, and none of its events is written
 */
export type WriteRule = (view: WorkspaceView) => (events: number) => void;

/**
 * What follows from every write besides its decision, in the same append, whatever was decided. It is called with the
 * events of a decision on the state before them; the function it returns is called on the state after them, and gives
 * the events that stand behind them. It may be called several times for one command.
 */
export type Consequences = (view: WorkspaceView, events: readonly DomainEvent[]) => () => readonly DomainEvent[];

/**
 * The events of a decision as they are written, whatever was decided: with what projections need and cannot look up. It
 * is called on the state before them, and may be called several times for one command.
 */
export type Annotate = (view: WorkspaceView, events: readonly DomainEvent[]) => readonly DomainEvent[];

/** One rule made of several: the first one that is broken refuses. */
export function inTurn(...rules: readonly WriteRule[]): WriteRule {
  return (view) => {
    const checks = rules.map((rule) => rule(view));
    return (events) => checks.forEach((check) => check(events));
  };
}
