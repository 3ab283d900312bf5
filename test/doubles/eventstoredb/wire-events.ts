import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { DELETED_REVISION, type StoredEvent, type StreamMetadata } from './log.js';

/** An event as a client sends it. */
export interface ProposedEvent {
  /** In lower case. */
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
}

interface ProposedMessage {
  getId(): UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

const UUID_TEXT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Undefined for a bad request: an id that is not a UUID, or an empty type. */
export function proposedEvent(message: ProposedMessage): ProposedEvent | undefined {
  const id = message.getId()?.getString().toLowerCase() ?? '';
  const type = message.getMetadataMap().get('type') ?? '';
  if (!UUID_TEXT.test(id) || type === '') return undefined;
  return {
    id,
    type,
    contentType: message.getMetadataMap().get('content-type') ?? 'application/octet-stream',
    metadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

/** The event as it is stored and as readers get it. `created` in milliseconds since 1970. */
export function storedEvent(
  stream: string,
  revision: number,
  position: number,
  created: number,
  { id, type, contentType, metadata, data }: ProposedEvent,
): StoredEvent {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  const uuid = new shared.UUID();
  uuid.setString(id);
  record.setId(uuid);
  record.setStreamIdentifier(streamIdentifier(stream));
  record.setStreamRevision(revision === DELETED_REVISION ? '9223372036854775807' : String(revision));
  record.setPreparePosition(String(position));
  record.setCommitPosition(String(position));
  record.getMetadataMap().set('type', type).set('content-type', contentType);
  record.getMetadataMap().set('created', `${created}0000`); // ticks of 100 ns
  record.setCustomMetadata(metadata);
  record.setData(data);
  const event = new streams.ReadResp.ReadEvent();
  event.setEvent(record);
  event.setCommitPosition(String(position));
  const response = new streams.ReadResp();
  response.setEvent(event);
  return { id, stream, type, revision, position, message: Buffer.from(response.serializeBinary()) };
}

/** The event, decoded from its persisted bytes. */
export function storedEventFrom(message: Buffer): StoredEvent {
  const record = recorded(message);
  const revision = record.getStreamRevision();
  return {
    id: record.getId()!.getString(),
    stream: nameOf(record.getStreamIdentifier()),
    type: record.getMetadataMap().get('type') ?? '',
    revision: revision === '9223372036854775807' ? DELETED_REVISION : Number(revision),
    position: Number(record.getCommitPosition()),
    message,
  };
}

/** The settings of a `$metadata` event; unreadable data yields no settings. */
export function streamMetadataOf(event: StoredEvent): StreamMetadata {
  try {
    const json: unknown = JSON.parse(Buffer.from(recorded(event.message).getData_asU8()).toString());
    if (typeof json !== 'object' || json === null) return {};
    const { $maxCount: maxCount, $tb: truncateBefore } = json as Record<string, unknown>;
    return {
      ...(typeof maxCount === 'number' ? { maxCount } : {}),
      ...(typeof truncateBefore === 'number' ? { truncateBefore } : {}),
    };
  } catch {
    return {};
  }
}

const recorded = (message: Buffer) => streams.ReadResp.deserializeBinary(message).getEvent()!.getEvent()!;

export function streamIdentifier(stream: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  return identifier;
}

export const nameOf = (identifier: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  identifier === undefined ? '' : Buffer.from(identifier.getStreamName_asU8()).toString();
