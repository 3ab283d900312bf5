import type { Answer, CommandContext, Decide, Instant, JsonObject, RecordedEvent } from '#kernel';

/**
 * How the record of an Idempotency-Key stores the body of an answer: without the values that the request contains,
 * since the record's fingerprint proves that a retry contains the same. Both functions are pure, and
 * `restore(keep(body))` is the body again, byte for byte.
 */
export interface RecordedBody {
  keep(body: JsonObject): JsonObject;
  /** Also takes whole bodies: records that are older than this form have one. */
  restore(kept: JsonObject): JsonObject;
}

/** A write to one workspace, ready to be decided: its context and its decision. */
export interface WorkspaceCommand extends CommandContext {
  /** Undefined: the record keeps the body whole. */
  readonly recordedBody?: RecordedBody;
  /**
   * True: decided like any other command, answered on the state after its events, and none of them is appended
   * (docs/adr/0049-a-dry-run-is-the-decision-taken-back.md). An Idempotency-Key is not looked up.
   */
  readonly dryRun?: true;
  /** True: its sender begins one command after the other, and a large one does not wait for a turn of its own. */
  readonly isPaced?: true;
  readonly decide: Decide;
}

export interface CommandResult {
  readonly answer: Answer;
  /** Whether the answer is the first answer to this Idempotency-Key, and nothing was written. */
  readonly replayed: boolean;
  /**
   * False: the rows, or the background work that the answer awaits, did not follow within the 2 s of read-your-writes,
   * or that work takes longer and was not awaited (header `Projection-Lag: 1`). True: reads show it, which may wait for
   * it ({@link AnswersAhead}).
   */
  readonly visible: boolean;
  /** Revision of the last event the answer rests on. */
  readonly revision: number;
}

/** A command between its decision and its answer. No stage that rejects has to be awaited. */
export interface CommandUnderWay {
  /**
   * The answer as decided, before its events are durable: a lost race may still change it, and nothing is proven.
   * Undefined: the command is refused or has failed, as `durable` tells. Never rejects.
   */
  readonly predicted: Promise<Answer | undefined>;
  /** The answer once its events are durable. Rejects as {@link CommandDecider.execute}. */
  readonly durable: Promise<Answer>;
  /** The result of {@link CommandDecider.execute}. */
  readonly shown: Promise<CommandResult>;
}

/** Decides commands, one workspace at a time, on rows + head (docs/reference/consistency.md#how-a-command-decides). */
export interface CommandDecider {
  /**
   * Decides, appends, waits until durable and then (at most 2 s) until the rows show it, unless reads wait for that
   * ({@link AnswersAhead}).
   * @throws DomainError a refusal, proven at the head of the log; `unavailable` when the store does not answer within
   *   10 s, loses races for 10 s, or the rows are more than 20,000 events behind; `idempotency_in_progress` when the
   *   first request of the key has not been answered within 10 s.
   */
  execute(command: WorkspaceCommand): Promise<CommandResult>;
  /**
   * As `execute`, told stage by stage: a sender whose commands follow from each other decides the next one while the
   * events of the last one are appended and projected.
   */
  begin(command: WorkspaceCommand): CommandUnderWay;
  /**
   * Commands that this process has begun since it started. Undefined: other processes write the same log, and their
   * commands are not counted.
   */
  readonly commandsBegun: number | undefined;
  /**
   * The time t of a read (docs/reference/consistency.md#time): the later of the clock and the instant of the
   * workspace's last event. That instant comes from the head where this process has loaded it, and from one read of the
   * log otherwise. While the log is unavailable, t is the clock.
   */
  now(workspaceId: string): Promise<Instant>;
  /**
   * The same, for rows that are written by it.
   * @throws DomainError `unavailable` while the clock is wrong
   */
  nowToWrite(workspaceId: string): Promise<Instant>;
}

/** Answers that were given before the rows showed them: reads wait instead. */
export interface AnswersAhead {
  /**
   * Waits until the rows show every write that was answered before the call, at most 2 s.
   * @param workspaceId undefined: of every workspace
   * @returns false: the rows do not follow. Undefined: there is nothing to wait for
   */
  untilShown(workspaceId?: string): Promise<boolean> | undefined;
}

/** Events of workspaces, published when this process learns that they are in the log. The rows have them later. */
export interface DurableEvents {
  /**
   * Calls back with the events of one stream in their order: those of this process as soon as they are durable and
   * before their command is answered, those of another process when a head reads them. The same event may be passed
   * twice. The listener must not throw.
   */
  subscribe(listener: DurableEventsListener): void;
}

export type DurableEventsListener = (events: readonly RecordedEvent[]) => void;
