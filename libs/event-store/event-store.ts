import { type NewEvent, type Position, type RecordedEvent, UnavailableError } from '#kernel';

/** The revision a stream must have for an append: of its last event, or 'no_stream'. There is no "any". */
export type ExpectedRevision = number | 'no_stream';

export interface AppendResult {
  /** Revision of the last event of the append. */
  readonly revision: number;
  /** Position of the last event of the append. */
  readonly position: Position;
}

export interface ReadOptions {
  /** First revision read, inclusive. Default: the beginning, or the end when reading backwards. */
  readonly from?: number;
  readonly backwards?: boolean;
  /** Most events returned; at least 1. */
  readonly limit: number;
}

export interface FollowOptions {
  /** Only what comes after this position; left out: from the beginning. */
  readonly after?: Position;
  /** Only streams whose name begins with one of these. */
  readonly prefixes: readonly string[];
  /** Aborting it ends the iteration without an error. */
  readonly signal: AbortSignal;
  /** Most events in one batch. Default: 1,000. */
  readonly batchSize?: number;
}

/** An event that this process cannot read: of a type or version that it does not know, or not written in JSON. */
export interface UnreadableEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position?: Position;
  readonly type: string;
  /** '' where its metadata do not tell it. */
  readonly workspaceId: string;
  /** Why it cannot be read. */
  readonly unreadable: string;
}

/** An event of the log in its place, readable or not: one that cannot be read concerns its own stream only. */
export type FollowedEvent = RecordedEvent | UnreadableEvent;

/** Whether this process cannot read an event. */
export function isUnreadable(event: FollowedEvent): event is UnreadableEvent {
  return 'unreadable' in event;
}

/**
 * What `follow` yields: the next events in log order, and where the follower stands with them.
 * @see docs/adr/0005-follow-yields-batches.md
 */
export interface FollowBatch {
  /** May be empty: then only the mark moved. */
  readonly events: readonly FollowedEvent[];
  /**
   * Resuming after it repeats and loses nothing, once the events of this batch are processed. Undefined on an empty
   * log.
   */
  readonly position: Position | undefined;
  /** Nothing more was in the log when this batch was read. */
  readonly caughtUp: boolean;
}

/**
 * The event store port (docs/architecture.md#ports). The contract suite in `contract/` says what every adapter does;
 * driver types stay inside the adapters. Events come back upcast to their present version.
 */
export interface EventStore {
  /** True while no other process can append: then nobody need ask the store what it already knows. */
  readonly singleWriter: boolean;

  /**
   * Appends events as one unbroken run, all or none; resolves once they are durable. The same events (by id, in order)
   * repeated with the same expected revision are recognised and answered with the first result. An append whose answer
   * was lost is repeated by the adapter until it is answered.
   * @throws WrongExpectedRevisionError another append was first; nothing was written.
   * @throws AppendTooLargeError more than 1 MiB of event data; nothing was written.
   * @throws StoreUnavailableError the store cannot write now (gone, disk full); nothing was written. Of an append that
   *   was still unanswered when the store was closed, that is not known.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;

  /**
   * A bounded piece of a stream, in reading order; empty for a stream that does not exist.
   * @throws StoreUnavailableError
   * @throws UnknownEventError an event of a type or version that this process does not know.
   */
  read(stream: string, options: ReadOptions): Promise<readonly RecordedEvent[]>;

  /**
   * Follows the log: catch-up and live in one, at the consumer's pace (the next batch is read when asked for). The
   * first batch comes at once, also on an empty log; later ones when there are events. An event that this process
   * cannot read comes in its place ({@link UnreadableEvent}), and what lies behind it follows.
   */
  follow(options: FollowOptions): AsyncIterable<FollowBatch>;

  /** Ends followers, finishes waiting appends, releases everything. */
  close(): Promise<void>;
}

/** Data of one append, in bytes of JSON (EventStoreDB's limit, test/contract/eventstoredb/FACTS.md#append). */
export const MAX_APPEND_BYTES = 1_048_576;

export class WrongExpectedRevisionError extends Error {
  override readonly name = 'WrongExpectedRevisionError';

  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: ExpectedRevision,
  ) {
    super(`${stream}: expected revision ${expected}, found ${actual}`);
  }
}

export class AppendTooLargeError extends Error {
  override readonly name = 'AppendTooLargeError';

  constructor(readonly bytes: number) {
    super(`an append of ${bytes} bytes of data; at most ${MAX_APPEND_BYTES} fit`);
  }
}

/** The event store cannot do it now; the same call may work later. */
export class StoreUnavailableError extends UnavailableError {
  override readonly name = 'StoreUnavailableError';
}

/**
 * The store can never be opened as asked: wrong file, newer version, in use by another process. The message is one
 * clear sentence.
 */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';
}
