import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ExpectedRevision } from '../event-store.js';
import type { SerialisedAppend } from '../serialise.js';
import { TEXTS_PER_EVENT } from '../serialise.js';

/** Bytes of one message. The server accepts at most 4 MiB; an append may be cut into several messages. */
const MESSAGE_BYTES = 3 * 1024 * 1024;
/** An upper bound of the bytes of names and lengths around the data and metadata of an event. */
const ENVELOPE_BYTES = 1_024;

/** An append in its wire format, for any number of attempts. */
export interface AppendMessage {
  /** The id of the last event, in lower case. */
  readonly lastId: string;
  /** The requests of one attempt; its correlation id tells it from other attempts. */
  requests(correlationId: string): readonly BatchAppendReq[];
}

/**
 * Makes the messages of an append from serialised JSON: the bytes are sent as they are, marked as JSON.
 * @throws Error an event is larger than a message
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
  // No deadline: it would be an instant of this machine's clock, compared with the server's. The server's own write
  // timeout holds.
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
