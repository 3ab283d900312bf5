import type { Instant } from './clock.js';
import type { JsonObject } from './json.js';

/**
 * Who caused an event. `id` is the api_key_id for `api_key`, the worker's name for `system`, the name of the token for
 * `admin`; null for the one admin token that has no name.
 */
export interface Actor {
  readonly kind: 'api_key' | 'admin' | 'system';
  readonly id: string | null;
}

/** The answer to retries with the same Idempotency-Key. Durable, since it is part of the write's own event. */
export interface IdempotencyRecord {
  /** SHA-256 of the key, hex. */
  readonly key_hash: string;
  /**
   * SHA-256 over method, path and body, hex. Null where it is sealed, and once its key was shredded: open in the
   * log, it would let a reader guess the phones of the body.
   */
  readonly fingerprint: string | null;
  readonly status: number;
  readonly location: string | null;
  readonly etag: string | null;
  readonly body: JsonObject;
}

/**
 * What the last event of an append bears: proof of what the append says, and of everything before it in its stream
 * (docs/adr/0046-appends-are-chained.md).
 */
export interface ChainedAppend {
  /** How many events the append has. */
  readonly events: number;
  /** The SHA-256 over the link of the append before and over these events, as base64url. */
  readonly link: string;
}

/** Metadata of every event (docs/reference/consistency.md#metadata). The event's id is in its envelope. */
export interface EventMetadata {
  readonly schema_version: number;
  readonly workspace_id: string;
  readonly occurred_at: Instant;
  readonly actor: Actor;
  /** The id of the HTTP request that caused the event, also through workers. */
  readonly correlation_id: string;
  /** The id of the event that caused this one; null when a request did. */
  readonly causation_id: string | null;
  /**
   * The step of a sampled trace that wrote the event, as W3C Trace Context names it: later steps belong to the same
   * trace. Absent where traces are off, or this one is not sampled (docs/adr/0048-a-trace-goes-through-the-log.md).
   */
  readonly traceparent?: string;
  readonly idempotency?: IdempotencyRecord;
  /** On the last event of each append; absent where an older version of the service wrote it. */
  readonly chain?: ChainedAppend;
}

/** An event of a decision: a stable past-tense type and its data. Ids, time and actor are added on append. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/** An event to be appended to a stream. */
export interface NewEvent extends DomainEvent {
  /** UUIDv7. The same id again at the same revision is the same append, repeated. */
  readonly id: string;
  readonly metadata: EventMetadata;
  /** `data` as JSON, if the writer has serialised it already; saves the adapter the work. */
  readonly json?: string;
  /** `metadata` as JSON, likewise. */
  readonly metadataJson?: string;
}

/** A position in the whole log: opaque, zero-padded, text order is log order. Not dense, so it allows no arithmetic. */
export type Position = string & { readonly __position: true };

/** An event of the log (or, while it is being appended, as it will be in the log). */
export interface RecordedEvent<Type extends string = string, Data extends object = object> extends DomainEvent<
  Type,
  Data
> {
  readonly id: string;
  readonly stream: string;
  /** Its number in its stream, from 0, without gaps. */
  readonly revision: number;
  /** Absent on an event whose append has not been answered yet. */
  readonly position?: Position;
  readonly metadata: EventMetadata;
}

/** A union of domain events as recorded in the log: `switch (event.type)` then tells their data apart. */
export type Recorded<Event extends DomainEvent> =
  Event extends DomainEvent<infer Type, infer Data> ? RecordedEvent<Type, Data> : never;

/**
 * The personal data of an event, and whose keys seal them
 * (docs/adr/0040-personal-data-is-sealed-with-keys-that-can-be-shredded.md).
 */
export interface PersonalFields {
  /**
   * Paths into the data, such as `phone` or `attempt.response_body`. In the log, and for upcasts, there is null at
   * these paths; so there is for readers once a key was shredded. A path is never renamed: sealed values return to it.
   */
  readonly fields: readonly string[];
  /** The subjects that seal these fields together: the keys of all of them are needed. Empty: they are not sealed. */
  readonly subjects: (event: Pick<NewEvent, 'data' | 'metadata'>) => readonly string[];
}

/** The present schema version of an event type, and the conversion of older data. */
export interface EventSchema {
  readonly type: string;
  readonly version: number;
  /** Undefined: nothing of it is personal. */
  readonly personal?: PersonalFields;
  /** `upcasts[v]` turns data of version v into version v + 1. Present for every version below `version`. */
  readonly upcasts?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
}

/**
 * The stream of all events of a workspace.
 * @see docs/adr/0001-one-stream-a-workspace.md
 */
export function workspaceStream(workspaceId: string): string {
  return `workspace-${workspaceId}`;
}

/** The prefix of all workspace streams, for `follow`. */
export const WORKSPACE_STREAMS = 'workspace-';

/**
 * The stream of the arrival of a workspace, whose log is copied from another service: it stands in front of the
 * workspace's own stream, which has nothing but what is copied.
 * @see docs/adr/0090-a-workspace-moves-with-its-log.md
 */
export function arrivalStream(workspaceId: string): string {
  return `${ARRIVAL_STREAMS}${workspaceId}`;
}

/** The prefix of the streams of all arrivals, for `follow`. */
export const ARRIVAL_STREAMS = 'arrival-';
