import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ExpectedRevision } from '../event-store.js';
import type { SerialisedAppend } from '../serialise.js';
import { TEXTS_PER_EVENT } from '../serialise.js';

/** The server takes messages of at most 4 MiB; an append may be cut into several. */
const MESSAGE_BYTES = 3 * 1024 * 1024;
/** Names and lengths around the data and metadata of an event: more than there are. */
const ENVELOPE_BYTES = 1_024;

/** An append as it goes over the wire, as often as need be. */
export interface AppendMessage {
  /** Its id, lower case, of the last event. */
  readonly lastId: string;
  /** The requests of one try, which is told from others by its correlation id. */
  requests(correlationId: string): readonly BatchAppendReq[];
}

/**
 * Makes the messages of an append from JSON that is already written: the bytes go out as they are, marked as JSON.
 * @throws Error an event that fits into no message.
 */
export function appendMessage(stream: string, texts: SerialisedAppend, expected: ExpectedRevision): AppendMessage {
  const groups = grouped(texts);
  const options = appendOptions(stream, expected);
  return {
    lastId: texts.at(-TEXTS_PER_EVENT)!.toLowerCase(),
    requests: (correlationId) => {
      const id = new shared.UUID().setString(correlationId);
      return groups.map((events, index) => {
        const request = new streams.BatchAppendReq().setCorrelationId(id).setProposedMessagesList(events);
        if (index === 0) request.setOptions(options);
        return request.setIsFinal(index === groups.length - 1);
      });
    },
  };
}

function appendOptions(stream: string, expected: ExpectedRevision): BatchAppendReq.Options {
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(bytes(stream)));
  // No deadline: it would be an instant by this machine's clock, held against the server's. Its own write timeout
  // holds.
  return expected === 'no_stream'
    ? options.setNoStream(new shared.Empty())
    : options.setStreamPosition(String(expected));
}

function grouped(texts: SerialisedAppend): BatchAppendReq.ProposedMessage[][] {
  const groups: BatchAppendReq.ProposedMessage[][] = [[]];
  let metadata = new Uint8Array();
  let filled = 0;
  for (let at = 0; at < texts.length; at += TEXTS_PER_EVENT) {
    const [id, type, data, meta] = texts.slice(at, at + TEXTS_PER_EVENT) as [string, string, string, string];
    if (meta !== '') metadata = bytes(meta);
    const event = new streams.BatchAppendReq.ProposedMessage()
      .setId(new shared.UUID().setString(id))
      .setData(bytes(data))
      .setCustomMetadata(metadata);
    event.getMetadataMap().set('type', type).set('content-type', 'application/json');
    const size = event.getData_asU8().length + metadata.length + 4 * type.length + ENVELOPE_BYTES;
    if (size > MESSAGE_BYTES) throw new Error(`${type} has ${size} bytes of data and metadata; no message holds them`);
    if (filled + size > MESSAGE_BYTES) {
      groups.push([]);
      filled = 0;
    }
    groups.at(-1)!.push(event);
    filled += size;
  }
  return groups;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text));
}
