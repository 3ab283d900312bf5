import {
  type DomainEvent,
  type EventMetadata,
  type Instant,
  type Projection,
  type RecordedEvent,
  UnknownEventError,
  workspaceStream,
} from '#kernel';
import { COMMAND_RECORDED } from '../records.js';
import { RetainedEvents } from './retained-events.js';
import type { ResidentCollections } from './resident-collections.js';
import type { HeadState } from '../view/rows-and-head.js';
import type { DurableEventsListener } from '../command-decider.js';

/** An event of the next appends: predicted until the store has answered its append. */
export interface PredictedEvent extends RecordedEvent {
  metadata: EventMetadata;
  readonly json: string;
}

/**
 * The head of one workspace: its resident rows, the events that the rows may not have yet, and on top the events that
 * are being appended. It knows the log up to `durableRevision`. It only holds state; `Pipeline` decides when it
 * changes.
 */
export class Head implements HeadState {
  readonly stream: string;
  readonly retained = new RetainedEvents();
  /** Last revision known to be in the log; -1 for an empty stream. */
  durableRevision: number;
  /** Last revision if every predicted event is written. */
  revision: number;
  lastOccurredAt: Instant;
  /** As views show it. */
  facts: object = {};
  /** Events at or below this revision are no longer retained. */
  private floor: number;
  private floorOccurredAt: Instant;
  /** As read last from the rows. */
  private projectedRevision: number;
  private readonly inUse = new Map<number, number>();

  constructor(
    readonly workspaceId: string,
    private readonly projections: ReadonlyMap<string, Projection>,
    readonly resident: ResidentCollections,
    projectedRevision: number,
    lastOccurredAt: Instant,
    private readonly onDurable: DurableEventsListener = () => undefined,
  ) {
    this.stream = workspaceStream(workspaceId);
    this.floor = this.projectedRevision = this.durableRevision = this.revision = projectedRevision;
    this.lastOccurredAt = this.floorOccurredAt = lastOccurredAt;
  }

  projection(collection: string): Projection {
    const projection = this.projections.get(collection);
    if (!projection) throw new Error(`no projection feeds ${collection}`);
    return projection;
  }

  /**
   * Folds events read from the log, which follow the last durable one. No event may be predicted at that moment.
   * @throws UnknownEventError a projection throws at one of the events
   */
  learn(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      try {
        this.predict(event);
      } catch (error) {
        throw new UnknownEventError(event.stream, event.revision, `cannot be applied: ${String(error)}`);
      }
    }
    this.confirm(this.revision);
    this.onDurable(events);
  }

  /** Puts an event on top of the predicted state. */
  predict(event: RecordedEvent): void {
    // Set first, so that an event that a projection throws at can be taken back like any other.
    this.revision = event.revision;
    this.retained.addEvent(event);
    this.resident.apply(event);
    if (event.type !== COMMAND_RECORDED) this.facts = {};
    this.lastOccurredAt = event.metadata.occurred_at;
  }

  /** The predicted events up to and including a revision are in the log. */
  confirm(revision: number): void {
    this.resident.confirm(revision);
    this.durableRevision = revision;
    this.letGo();
  }

  /** Takes back the predicted events above a revision. The state is that of this revision again. */
  takeBack(revision: number): void {
    if (revision === this.revision) return;
    this.retained.forgetAbove(revision);
    this.resident.takeBack(revision);
    this.facts = {};
    this.revision = revision;
    this.lastOccurredAt = this.retained.last?.metadata.occurred_at ?? this.floorOccurredAt;
  }

  /**
   * Takes back every predicted event. The state is that of the log again. Nothing that was remembered of the facts is
   * found any more: it may rest on rows that were dropped.
   */
  forgetPredictions(): void {
    this.takeBack(this.durableRevision);
    this.facts = {};
  }

  /**
   * A command is about to read the projected revision. Events above the projected revision read last (the command
   * cannot read a lower one) are kept until `release`.
   * @returns the projected revision read last, to be passed to `release`
   */
  use(): number {
    this.inUse.set(this.projectedRevision, (this.inUse.get(this.projectedRevision) ?? 0) + 1);
    return this.projectedRevision;
  }

  /** A command no longer needs the events that `use` kept for it. */
  release(used: number): void {
    const uses = this.inUse.get(used)! - 1;
    if (uses > 0) this.inUse.set(used, uses);
    else this.inUse.delete(used);
    this.letGo();
  }

  /** The rows are complete up to and including this revision. */
  rowsReached(projectedRevision: number): void {
    if (projectedRevision <= this.projectedRevision) return;
    this.projectedRevision = projectedRevision;
    this.letGo();
  }

  /** The revision up to which the rows are known to be complete. */
  get rowsRevision(): number {
    return this.projectedRevision;
  }

  /** Whether the rows may lack events of the log. */
  get rowsLag(): boolean {
    return this.projectedRevision < this.durableRevision;
  }

  /** Events of other processes that the rows are known to have and this head lacks; at most 0 where it lacks none. */
  get eventsBehind(): number {
    return this.projectedRevision - this.durableRevision;
  }

  /** Resident rows, retained events and rows that these touch in memory. */
  get rowsHeld(): number {
    return this.resident.size + this.retained.size + this.retained.keptRows;
  }

  /** Drops the retained events that the rows have and no command needs. */
  private letGo(): void {
    let oldest = Math.min(this.projectedRevision, this.durableRevision);
    for (const used of this.inUse.keys()) oldest = Math.min(oldest, used);
    if (oldest <= this.floor) return;
    this.floor = oldest;
    this.floorOccurredAt = this.retained.dropThrough(oldest)?.metadata.occurred_at ?? this.floorOccurredAt;
  }
}

/** The form that an event will have in the log if its append succeeds. */
export function predicted(head: Head, event: DomainEvent, id: string, metadata: EventMetadata): PredictedEvent {
  return {
    id,
    stream: head.stream,
    revision: head.revision + 1,
    type: event.type,
    data: event.data,
    json: JSON.stringify(event.data),
    metadata,
  };
}
