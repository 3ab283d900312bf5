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

/** What a retry under the same Idempotency-Key is answered with. Durable because it rides on the write's own event. */
export interface IdempotencyRecord {
  /** SHA-256 of the key, hex. */
  readonly key_hash: string;
  /** SHA-256 over method, path and body, hex. */
  readonly fingerprint: string;
  readonly status: number;
  readonly location: string | null;
  readonly etag: string | null;
  readonly body: JsonObject;
}

/** Metadata of every event (docs/reference/consistency.md#metadata). The event's id stands in its envelope. */
export interface EventMetadata {
  readonly schema_version: number;
  readonly workspace_id: string;
  readonly occurred_at: Instant;
  readonly actor: Actor;
  /** The request id of the HTTP request that led here, also through workers. */
  readonly correlation_id: string;
  /** The id of the event that led here; null when a request did. */
  readonly causation_id: string | null;
  readonly idempotency?: IdempotencyRecord;
}

/** What a decision says happened: a stable past-tense type and its data. Ids, time and actor are added on append. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/** An event on its way into a stream. */
export interface NewEvent extends DomainEvent {
  /** UUIDv7; the same id again in the same place is the same append repeated. */
  readonly id: string;
  readonly metadata: EventMetadata;
  /** `data` as JSON, if the writer has made it already; saves the adapter from making it again. */
  readonly json?: string;
}

/**
 * A place in the whole log: opaque, zero-padded, text order is log order. Not dense; nobody does arithmetic with it.
 */
export type Position = string & { readonly __position: true };

/** An event as it stands in the log (or, for one that is being appended, will stand). */
export interface RecordedEvent<Type extends string = string, Data extends object = object> extends DomainEvent<
  Type,
  Data
> {
  readonly id: string;
  readonly stream: string;
  /** Its place in its stream, from 0, without gaps. */
  readonly revision: number;
  /** Absent on an event whose append has not been answered yet. */
  readonly position?: Position;
  readonly metadata: EventMetadata;
}

/** A union of domain events as they stand in the log: `switch (event.type)` then tells their data apart. */
export type Recorded<Event extends DomainEvent> =
  Event extends DomainEvent<infer Type, infer Data> ? RecordedEvent<Type, Data> : never;

/** The present schema version of an event type, and how older data becomes present data. */
export interface EventSchema {
  readonly type: string;
  readonly version: number;
  /** `upcasts[v]` turns data of version v into version v + 1. Present for every version below `version`. */
  readonly upcasts?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
}

/**
 * The stream that holds everything of a workspace.
 * @see docs/adr/0001-one-stream-a-workspace.md
 */
export function workspaceStream(workspaceId: string): string {
  return `workspace-${workspaceId}`;
}

/** The prefix all workspace streams share, for `follow`. */
export const WORKSPACE_STREAMS = 'workspace-';
