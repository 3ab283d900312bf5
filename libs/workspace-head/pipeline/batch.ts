import {
  type Answer,
  type AwaitedRow,
  type DomainError,
  type EventSchemas,
  type IdempotencyRecord,
  sealedLength,
  utf8Length,
} from '#kernel';
import { CHAIN_BYTES, MAX_APPEND_BYTES } from '#event-store';
import type { PredictedEvent } from '../head/head.js';
import type { Snapshot } from '../view/rows-needed.js';
import type { WorkspaceCommand } from '../command-decider.js';

/** The decision on a command. It reaches no client before it is proven and durable. */
export type Decided =
  | {
      readonly kind: 'answer';
      readonly answer: Answer;
      readonly replayed: boolean;
      readonly revision: number;
      /** How many events the command has appended. */
      readonly events: number;
      readonly awaits: readonly AwaitedRow[];
      readonly lags: boolean;
    }
  | { readonly kind: 'refusal'; readonly error: DomainError };

/**
 * A decision threw an error other than a refusal. It is reported once the state it was decided on is proven, like a
 * refusal.
 */
export interface Fault {
  readonly kind: 'fault';
  readonly error: unknown;
}

/** Is told the answer of a command when it is decided; undefined: a refusal, or a fault. Only the first call counts. */
export type Predict = (answer: Answer | undefined) => void;

/** A command on its way through the pipeline. */
export interface Entry {
  readonly command: WorkspaceCommand;
  /** The snapshot of the head that decides the command; another head begins with another snapshot. */
  snapshot: Snapshot;
  readonly predict: Predict;
  readonly settle: (decided: Decided) => void;
  readonly fail: (error: unknown) => void;
  /** Its client was told 503; it is not decided again. */
  abandoned: boolean;
  /** Times that rows had to be loaded for it. */
  rounds: number;
  /** It is large, and waits for its turn. */
  waitsForTurn: boolean;
  /** It waits for the first write of its Idempotency-Key. */
  waitsForFirst: boolean;
  /** It was decided on rows that were exchanged meanwhile: nothing was written, and it is decided once more. */
  metExchange?: true;
}

/**
 * Commands that were decided together and are written in one append. A batch without events keeps the order of answers.
 */
export interface Batch {
  readonly decided: { readonly entry: Entry; readonly result: Decided | Fault }[];
  readonly events: PredictedEvent[];
  dataBytes: number;
  metadataBytes: number;
}

/**
 * Limits of one append. Events gathered from several commands stay within all of them; one command alone may exceed all
 * but the first.
 */
export interface BatchLimits {
  /** Bytes of data of one command; a command with more is refused. */
  readonly commandBytes: number;
  readonly dataBytes: number;
  readonly metadataBytes: number;
  readonly events: number;
}

export const BATCH_LIMITS: BatchLimits = {
  commandBytes: MAX_APPEND_BYTES,
  dataBytes: MAX_APPEND_BYTES,
  metadataBytes: 2 * MAX_APPEND_BYTES,
  events: 10_000,
};

/**
 * Largest metadata of one event without its idempotency record, in bytes: with a request id of 128 characters, each of
 * which JSON escapes, as older logs may have it, or with an id of the service's own and a `traceparent`.
 */
const METADATA_BYTES = 520;

/** Room that events take in an append. */
export interface Size {
  readonly events: number;
  readonly dataBytes: number;
  /** An upper bound: metadata is not counted to the byte. */
  readonly metadataBytes: number;
}

export const NOTHING: Size = { events: 0, dataBytes: 0, metadataBytes: 0 };

/** What the metadata of an event gain by a record, besides its open fields and the sealed text. */
const RECORD_FRAME = ',"idempotency":' + ',"fingerprint":null,"body":{"sealed":""}';

/** The room of events as they are stored: with their personal data, and what a retry is judged by, sealed. */
export function sizeOf(events: readonly PredictedEvent[], schemas: Pick<EventSchemas, 'bytesOfSealing'>): Size {
  let dataBytes = 0;
  for (const event of events) dataBytes += utf8Length(event.json) + schemas.bytesOfSealing(event);
  const record = events.at(-1)?.metadata.idempotency;
  const recordBytes = record ? bytesOfRecord(record) : 0;
  return { events: events.length, dataBytes, metadataBytes: events.length * METADATA_BYTES + recordBytes };
}

function bytesOfRecord({ fingerprint, body, ...open }: IdempotencyRecord): number {
  const sealed = sealedLength(utf8Length(JSON.stringify({ fingerprint, body })), 1);
  return utf8Length(JSON.stringify(open)) + RECORD_FRAME.length + sealed;
}

export function emptyBatch(): Batch {
  return { decided: [], events: [], dataBytes: 0, metadataBytes: 0 };
}

/** Whether a batch has room for more events; an empty batch takes any events that fit by themselves. */
export function fits(batch: Batch, size: Size, limits: BatchLimits): boolean {
  return (
    batch.events.length === 0 ||
    size.events === 0 ||
    (batch.dataBytes + size.dataBytes <= limits.dataBytes &&
      batch.metadataBytes + size.metadataBytes + CHAIN_BYTES <= limits.metadataBytes &&
      batch.events.length + size.events <= limits.events)
  );
}

export function addTo(
  batch: Batch,
  decided: Batch['decided'][number],
  events: readonly PredictedEvent[],
  size: Size,
): void {
  batch.decided.push(decided);
  batch.events.push(...events);
  batch.dataBytes += size.dataBytes;
  batch.metadataBytes += size.metadataBytes;
}
