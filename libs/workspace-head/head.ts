import {
  type DomainEvent,
  type EventMetadata,
  type IdempotencyRecord,
  type Instant,
  type Projection,
  type RecordedEvent,
  workspaceStream,
} from '#kernel';
import type { IdempotencyRow } from './idempotency.js';
import { RetainedEvents } from './retained-events.js';
import { Settings } from './settings.js';
import type { HeadState } from './view.js';

/** An event of the next appends: predicted until its append is answered. */
export interface PredictedEvent extends RecordedEvent {
  metadata: EventMetadata;
  readonly json: string;
}

/**
 * The head of one workspace: its settings and the events that rows may not have yet, up to the end of the log as far as known and,
 * on top, what is being appended. Holds state only; `Pipeline` says when it changes.
 */
export class Head implements HeadState {
  readonly stream: string;
  readonly retained: RetainedEvents;
  settings: Settings;
  /** Last revision known to be in the log; -1 for a stream without events. */
  durableRevision = -1;
  /** Last revision if all that is decided gets written. */
  revision = -1;
  lastOccurredAt: Instant = '';
  private durableOccurredAt: Instant = '';
  /** Events at or below are no longer retained. */
  floor: number;
  private durableSettings: Settings;
  private readonly records = new Map<string, IdempotencyRow[]>();
  private readonly inUse = new Map<number, number>();

  constructor(
    readonly workspaceId: string,
    private readonly projections: ReadonlyMap<string, Projection>,
    settings: Settings,
    completeTo: number,
    lastOccurredAt: Instant,
  ) {
    this.stream = workspaceStream(workspaceId);
    this.retained = new RetainedEvents([...projections.values()].filter((projection) => !projection.settings));
    this.durableSettings = settings;
    this.settings = settings.copy();
    this.floor = this.durableRevision = this.revision = completeTo;
    this.lastOccurredAt = this.durableOccurredAt = lastOccurredAt;
  }

  projection(collection: string): Projection {
    const projection = this.projections.get(collection);
    if (!projection) throw new Error(`no projection feeds ${collection}`);
    return projection;
  }

  /** Takes in events read from the log, behind the last durable one. Nothing may be predicted at that moment. */
  learn(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      this.predict(event);
      this.keepRecord(event);
      this.confirm(event);
    }
  }

  /** Puts an event on top of the predicted state. */
  predict(event: RecordedEvent): void {
    this.retained.add(event);
    this.settings.apply(event);
    this.revision = event.revision;
    this.lastOccurredAt = event.metadata.occurred_at;
  }

  /** The next predicted event of this revision is in the log. */
  confirm(event: RecordedEvent): void {
    this.durableSettings.apply(event);
    this.durableRevision = event.revision;
    this.durableOccurredAt = event.metadata.occurred_at;
  }

  /** Remembers the answer that an event carries, for retries that come before the rows have it. */
  keepRecord(event: RecordedEvent): void {
    const record = event.metadata.idempotency;
    if (!record) return;
    const kept = { ...record, ...recordContext(event) };
    const earlier = this.records.get(record.key_hash);
    if (earlier) earlier.push(kept);
    else this.records.set(record.key_hash, [kept]);
  }

  /** The newest answer kept under a key, of those the rows may not have yet. */
  record(keyHash: string): IdempotencyRow | undefined {
    return this.records.get(keyHash)?.at(-1);
  }

  /** Takes back all predictions: the state is that of the log again. */
  forgetPredictions(): void {
    this.retained.forgetAbove(this.durableRevision, (event) => this.dropRecord(event.metadata.idempotency, 'last'));
    this.settings = this.durableSettings.copy();
    this.revision = this.durableRevision;
    this.lastOccurredAt = this.durableOccurredAt;
  }

  /** A command reads rows that are complete up to this revision: events above it are kept until `release`. */
  use(completeTo: number): void {
    this.inUse.set(completeTo, (this.inUse.get(completeTo) ?? 0) + 1);
  }

  /** A command is done with rows of this revision; lets go of events nobody can need, given where the rows now are. */
  release(completeTo: number): void {
    const uses = this.inUse.get(completeTo)! - 1;
    if (uses > 0) this.inUse.set(completeTo, uses);
    else this.inUse.delete(completeTo);
  }

  /** The rows are complete up to here: events that no command needs are let go. */
  rowsReached(completeTo: number): void {
    let oldest = Math.min(completeTo, this.durableRevision);
    for (const used of this.inUse.keys()) oldest = Math.min(oldest, used);
    if (oldest <= this.floor) return;
    this.floor = oldest;
    this.retained.dropThrough(oldest, (event) => this.dropRecord(event.metadata.idempotency, 'first'));
  }

  get idle(): boolean {
    return this.inUse.size === 0;
  }

  private dropRecord(record: IdempotencyRecord | undefined, end: 'first' | 'last'): void {
    if (!record) return;
    const kept = this.records.get(record.key_hash);
    if (!kept) return;
    if (end === 'first') kept.shift();
    else kept.pop();
    if (kept.length === 0) this.records.delete(record.key_hash);
  }
}

function recordContext(event: RecordedEvent): Omit<IdempotencyRow, keyof IdempotencyRecord> {
  const { workspace_id, occurred_at } = event.metadata;
  return { workspace_id, occurred_at, live: 1, revision: event.revision };
}

/** What an event will be in the log, if its append succeeds. */
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
