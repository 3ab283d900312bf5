import type { Answer, CommandContext, Decide, Instant, JsonObject, RecordedEvent } from '#kernel';

/**
 * How the record of an Idempotency-Key keeps the body of an answer: without what the request says itself, since the
 * record's fingerprint proves that a retry says the same. Both are pure, and `restore` of what `keep` made is the body
 * again, byte for byte.
 */
export interface RecordedBody {
  keep(body: JsonObject): JsonObject;
  /** Takes whole bodies too: records that are older than this way of keeping them have one. */
  restore(kept: JsonObject): JsonObject;
}

/** A write to one workspace, ready to be decided: its context, and what decides it. */
export interface WorkspaceCommand extends CommandContext {
  /** Left out: the record keeps the body whole. */
  readonly recordedBody?: RecordedBody;
  readonly decide: Decide;
}

export interface CommandResult {
  readonly answer: Answer;
  /** The answer is the first one of this Idempotency-Key, not a new write's. */
  readonly replayed: boolean;
  /**
   * False: the rows, or what the decision awaits, did not follow within the 2 s of read-your-writes (header
   * `Projection-Lag: 1`).
   */
  readonly visible: boolean;
  /** Revision of the last event the answer rests on. */
  readonly revision: number;
}

/** Decides commands, one workspace at a time, on rows + head (docs/reference/consistency.md#how-a-command-decides). */
export interface CommandDecider {
  /**
   * Decides, appends, waits until durable and then (at most 2 s) until the rows show it.
   * @throws DomainError a refusal, proven at the head of the log; `unavailable` when the store does not answer within
   *   10 s, loses races for 10 s, or the rows are more than 20,000 events behind; `idempotency_in_progress` when the
   *   first request of the key has not been answered within 10 s.
   */
  execute(command: WorkspaceCommand): Promise<CommandResult>;
  /**
   * t of a read (docs/reference/consistency.md#time): the later of the clock and the workspace's last event, which is
   * that of the head where this process has loaded it, and else one read of the log. While the log cannot be asked: the
   * clock.
   */
  now(workspaceId: string): Promise<Instant>;
}

/** Events of workspaces, told when this process learns that they are in the log, which is before the rows have them. */
export interface DurableEvents {
  /**
   * Calls back with the events of one stream in their order: this process's own as soon as they are durable and before
   * their command is answered, those of other processes when a head reads them. An event may be told twice. The
   * listener must not throw.
   */
  subscribe(listener: DurableEventsListener): void;
}

export type DurableEventsListener = (events: readonly RecordedEvent[]) => void;
