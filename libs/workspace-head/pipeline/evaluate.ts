import {
  type Annotate,
  type Answer,
  type Authorize,
  type Clock,
  type ClockTrouble,
  type Consequences,
  type Decision,
  DomainError,
  type DomainEvent,
  type EventMetadata,
  type EventSchemas,
  type IdSource,
  instant,
  type Instant,
  later,
  refuseWrongClock,
  type WriteRule,
} from '#kernel';
import { type BatchLimits, type Decided, type Entry, type Fault, NOTHING, type Size, sizeOf } from './batch.js';
import { type Head, predicted, type PredictedEvent } from '../head/head.js';
import { COMMAND_RECORDED } from '../records.js';
import { recordOf } from './idempotency.js';
import { findReplay } from './replay.js';
import { isNeeded } from '../view/rows-needed.js';
import { RowsAndHead } from '../view/rows-and-head.js';
import type { WorkspaceCommand } from '../command-decider.js';

export interface EvaluationPorts {
  readonly clock: Clock;
  /** A sentence while the clock is wrong: then nothing is decided. Undefined: the clock is taken for right. */
  readonly clockTrouble?: ClockTrouble | undefined;
  readonly ids: IdSource;
  readonly schemas: EventSchemas;
  readonly idempotencyDays: number;
  readonly limits: BatchLimits;
  /** Judges the API key of a command before it is decided, in its turn. Undefined: commands of keys end in a fault. */
  readonly authorize?: Authorize | undefined;
  /** Checked on every write. Undefined: no rule. */
  readonly rule?: WriteRule;
  /** Undefined: events are written as they were decided. */
  readonly annotate?: Annotate;
  /** Events that follow from those of a decision, behind them. Undefined: none do. */
  readonly consequences?: Consequences;
}

export interface Evaluation {
  readonly result: Decided | Fault;
  /** Already part of the head's predicted state. */
  readonly events: readonly PredictedEvent[];
  readonly size: Size;
}

/**
 * Decides one command on the head's predicted state and predicts its events. Whatever is thrown, the head is as it was;
 * after a dry run, too (docs/adr/0049-a-dry-run-is-the-decision-taken-back.md).
 * @throws RowsNeeded, EventNeeded a row, an index read or an event is not loaded yet
 * @throws DomainError a refusal; `unavailable` while the clock is wrong
 */
export function evaluate(head: Head, entry: Entry, ports: EvaluationPorts): Evaluation {
  const { command } = entry;
  refuseWrongClock(ports.clockTrouble);
  const now = later(instant(ports.clock.now()), head.lastOccurredAt);
  const view = new RowsAndHead(head, entry.snapshot, now);
  const before = head.revision;
  try {
    if (command.scope !== undefined) authorizerOf(ports)(view, command.actor, command.scope);
    const idempotency = command.dryRun ? undefined : command.idempotency;
    const replay = idempotency && findReplay(head, entry, view, ports.idempotencyDays);
    if (replay) return { result: replay, events: [], size: NOTHING };
    const keepsRule = ports.rule?.(view);
    const decision = command.decide(view);
    const decidedOn = ports.annotate?.(view, decision.events) ?? decision.events;
    const happened = decidedOn.length === 0 && idempotency ? [RECORDED] : decidedOn;
    const consequences = ports.consequences?.(view, happened);
    const decided = predictAll(head, happened, command, now, ports);
    const events = [...decided, ...predictAll(head, consequences?.() ?? [], command, now, ports)];
    keepsRule?.(events.length);
    const answer = decision.answer(view);
    if (idempotency) attachRecord(events.at(-1)!, recordOf(idempotency, answer, command.recordedBody));
    const size = sizeOf(events, ports.schemas);
    if (size.dataBytes > ports.limits.commandBytes) {
      throw new DomainError(
        'payload_too_large',
        `This write comes to more than ${ports.limits.commandBytes} bytes of events.`,
      );
    }
    if (command.dryRun) {
      head.takeBack(before);
      return { result: answered(answer, before, 0), events: [], size: NOTHING };
    }
    return { result: answered(answer, head.revision, events.length, decision), events, size };
  } catch (error) {
    // To build the answer may ask for rows, refuse or fail as well, and the events are predicted by then.
    head.takeBack(before);
    if (isNeeded(error)) throw error;
    const result =
      error instanceof DomainError ? { kind: 'refusal' as const, error } : { kind: 'fault' as const, error };
    return { result, events: [], size: NOTHING };
  }
}

function answered(
  answer: Answer,
  revision: number,
  events: number,
  { awaits = [], lags = false }: Partial<Pick<Decision, 'awaits' | 'lags'>> = {},
): Decided {
  return { kind: 'answer', answer, replayed: false, revision, events, awaits, lags };
}

/** @throws Error where no function judges keys: no command of a key is decided without one */
function authorizerOf({ authorize }: EvaluationPorts): Authorize {
  if (!authorize) throw new Error('nothing judges the API keys of commands');
  return authorize;
}

const RECORDED: DomainEvent = { type: COMMAND_RECORDED, data: {} };

function predictAll(
  head: Head,
  happened: readonly DomainEvent[],
  command: WorkspaceCommand,
  now: Instant,
  { ids, schemas }: EvaluationPorts,
): readonly PredictedEvent[] {
  const byType = new Map<string, EventMetadata>();
  return happened.map((event) => {
    let metadata = byType.get(event.type);
    if (!metadata) {
      metadata = {
        schema_version: schemas.version(event.type),
        workspace_id: command.workspaceId,
        occurred_at: now,
        actor: command.actor,
        correlation_id: command.correlationId,
        causation_id: command.causationId,
        ...(command.traceparent !== undefined && { traceparent: command.traceparent }),
      };
      byType.set(event.type, metadata);
    }
    const next = predicted(head, event, ids.next(), metadata);
    head.predict(next);
    return next;
  });
}

/**
 * The last event carries the answer, for retries. The event is retained already and its record is not indexed: that is
 * safe, since no decision reads records between the prediction and this call.
 */
function attachRecord(last: PredictedEvent, idempotency: ReturnType<typeof recordOf>): void {
  last.metadata = { ...last.metadata, idempotency };
}
