import { UnknownEventError } from '#kernel';
import type { EventMetadata, Position, RecordedEvent, Upcaster } from '#kernel';
import type { FollowedEvent } from './event-store.js';
import type { SkippedEvents } from './skipped-events.js';

/** The stream, revision, position, type and id of an event: known even of one that cannot be read. */
export interface EventHeader {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly type: string;
}

/** An event as stored: data and metadata are still JSON text. */
export interface StoredEvent extends EventHeader {
  readonly data: string;
  readonly metadata: string;
}

/** The means to turn stored events into events of the present version. */
export interface Decoding {
  readonly upcast: Upcaster;
  /** Events that an operator has skipped: their records replace them. Undefined: none is skipped. */
  readonly skipped?: SkippedEvents;
}

/**
 * Turns stored events into events of the present version. Every event that is read passes through it, and so does the
 * golden JSON of each type and version in tests. Events of one append share a metadata text: it is parsed once, so
 * their `metadata` may be the same object.
 */
export class EventDecoder {
  private text = '';
  private metadata: unknown;

  constructor(private readonly decoding: Decoding) {}

  /** @throws UnknownEventError a type or version that this process does not know, or text that is no JSON object */
  decode(stored: StoredEvent): RecordedEvent {
    return presentDay(stored, this.decoding, {
      data: () => JSON.parse(stored.data) as unknown,
      metadata: () => this.metadataOf(stored.metadata),
    });
  }

  private metadataOf(text: string): unknown {
    if (this.metadata === undefined || text !== this.text) {
      this.metadata = JSON.parse(text) as unknown;
      this.text = text;
    }
    return this.metadata;
  }
}

/**
 * The event in its present version, by its header, data and metadata.
 * @param parse may throw where they are not JSON
 * @throws UnknownEventError a type or version that this process does not know, or data or metadata that is no JSON
 * object
 */
export function presentDay(
  { id, stream, revision, position, type }: EventHeader,
  { upcast, skipped }: Decoding,
  parse: { readonly data: () => unknown; readonly metadata: () => unknown },
): RecordedEvent {
  const standIn = skipped?.inPlaceOf(stream, revision);
  if (standIn) return { ...standIn, stream, revision, position };
  const [data, metadata] = [parsedBy(parse.data), parsedBy(parse.metadata)];
  if (!isObject(data) || !isMetadata(metadata)) {
    const about = { type, ...(isMetadata(metadata) && { workspaceId: metadata.workspace_id }) };
    throw new UnknownEventError(stream, revision, `${type} is not written in JSON, as events are`, about);
  }
  try {
    return upcast({ id, stream, revision, position, type, data, metadata });
  } catch (error) {
    if (error instanceof UnknownEventError) throw error;
    const what = `${type} cannot be brought to its present version: ${String(error)}`;
    throw new UnknownEventError(stream, revision, what, { type, workspaceId: metadata.workspace_id });
  }
}

/** The entry of an event for followers: the event, or the reason why it cannot be read. */
export function followed(header: Omit<EventHeader, 'id'>, decode: () => RecordedEvent): FollowedEvent {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof UnknownEventError)) throw error;
    const { stream, revision, position, type } = header;
    const { workspaceId = '' } = error.about;
    return { stream, revision, position, type, workspaceId, unreadable: error.message };
  }
}

/** Undefined where the text is no JSON. */
function parsedBy(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}

/** Without a version and a workspace no event can be decoded. */
function isMetadata(value: unknown): value is EventMetadata {
  if (!isObject(value)) return false;
  const { schema_version, workspace_id } = value as Partial<EventMetadata>;
  return Number.isInteger(schema_version) && typeof workspace_id === 'string';
}
