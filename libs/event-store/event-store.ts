import { type NewEvent, type Position, type RecordedEvent, UnavailableError } from '#kernel';

/** The revision that a stream must have for an append: of its last event, or 'no_stream'. There is no "any". */
export type ExpectedRevision = number | 'no_stream';

export interface AppendResult {
  /** Revision of the last event of the append. */
  readonly revision: number;
  /** Position of the last event of the append. */
  readonly position: Position;
}

/** The appends that one commit to the log wrote, refused ones left out. */
export interface CommitReport {
  readonly appends: number;
  readonly events: number;
}

export interface ReadOptions {
  /** First revision read, inclusive. Default: the beginning, or the end when reading backwards. */
  readonly from?: number;
  readonly backwards?: boolean;
  /** Largest number of events returned; at least 1. */
  readonly limit: number;
}

export interface FollowOptions {
  /** Only events after this position; undefined: from the beginning. */
  readonly after?: Position;
  /** Only streams whose name begins with one of these. */
  readonly prefixes: readonly string[];
  /** Aborting it ends the iteration without an error. */
  readonly signal: AbortSignal;
  /** Largest number of events in a batch. Default: 1,000. */
  readonly batchSize?: number;
}

/** An event that this process cannot read: its type or version is unknown, or it is not JSON. */
export interface UnreadableEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position?: Position;
  readonly type: string;
  /** '' where its metadata do not name one. */
  readonly workspaceId: string;
  /** The reason why it cannot be read. */
  readonly unreadable: string;
}

/** An event of the log, readable or not: one that cannot be read concerns its own stream only. */
export type FollowedEvent = RecordedEvent | UnreadableEvent;

/** Whether this process cannot read an event. */
export function isUnreadable(event: FollowedEvent): event is UnreadableEvent {
  return 'unreadable' in event;
}

/**
 * An item of `follow`: the next events in log order, and the position that the follower has reached with them.
 * @see docs/adr/0005-follow-yields-batches.md
 */
export interface FollowBatch {
  /** May be empty: only the position has moved then. */
  readonly events: readonly FollowedEvent[];
  /**
   * Resuming after this position loses no event, once the events of this batch are processed. Undefined on an empty
   * log.
   */
  readonly position: Position | undefined;
  /** The log had no further event when this batch was read. */
  readonly caughtUp: boolean;
}

/**
 * The event store port (docs/architecture.md#ports). The contract suite in `contract/` holds every adapter to it;
 * driver types stay inside the adapters. Events are upcast to their present version.
 */
export interface EventStore {
  /** True while no other process can append: state that this process knows need not be read again. */
  readonly singleWriter: boolean;

  /**
   * Appends events as one unbroken run, all or none; resolves once they are durable. The same events (by id, in order)
   * repeated with the same expected revision are recognised and answered with the first result. An append whose answer
   * was lost is repeated by the adapter until it is answered.
   * @throws WrongExpectedRevisionError another append was first; nothing was written.
   * @throws AppendTooLargeError more than 1 MiB of event data; nothing was written.
   * @throws StoreUnavailableError the store cannot write now (gone, disk full); nothing was written. An append that
   *   was still unanswered when the store was closed may have been written.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;

  /**
   * A bounded part of a stream, in reading order; empty for a stream that does not exist.
   * @throws StoreUnavailableError
   * @throws UnknownEventError an event of a type or version that this process does not know
   */
  read(stream: string, options: ReadOptions): Promise<readonly RecordedEvent[]>;

  /**
   * Follows the log: catching up and live by the same call, at the consumer's pace (the next batch is read when it is
   * asked for). The first batch comes at once, also on an empty log; later ones when there are events. For an event
   * that this process cannot read an {@link UnreadableEvent} is in its place, and the events behind it follow.
   */
  follow(options: FollowOptions): AsyncIterable<FollowBatch>;

  /** Ends followers, waits for appends under way, releases everything. */
  close(): Promise<void>;
}

/** Largest data of one append, in bytes of JSON (EventStoreDB's limit, test/contract/eventstoredb/FACTS.md#append). */
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

/** The event store is unavailable; the same call may succeed later. */
export class StoreUnavailableError extends UnavailableError {
  override readonly name = 'StoreUnavailableError';
}

/**
 * The store cannot be opened with these options, now or later: wrong file, newer version, in use by another process.
 * The message is one clear sentence.
 */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';
}
