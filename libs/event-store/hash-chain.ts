import { hash } from 'node:crypto';
import type { ChainedAppend, EventMetadata, NewEvent } from '#kernel';
import type { StoredEvent } from './decode.js';
import { jsonOf } from './serialise.js';

/** The link in front of the first append of a stream, and of one behind appends of an older version. */
export const NO_LINK = '';

/** An event as its append is hashed: data and metadata are the JSON text in the log, metadata without `chain`. */
export type HashedEvent = Pick<StoredEvent, 'id' | 'type' | 'data' | 'metadata'>;

/**
 * The link of an append: SHA-256, as base64url without padding, over lines that each end with a line feed. They are the
 * link before, the stream, the revision of the first event, and for each event its id, type, data and metadata. No JSON
 * text, id or name has a line feed in it, so different appends are different texts.
 * @see docs/adr/0046-appends-are-chained.md
 */
export function linkOf(before: string, stream: string, first: number, events: readonly HashedEvent[]): string {
  let text = `${before}\n${stream}\n${first}\n`;
  for (const { id, type, data, metadata } of events) text += `${id}\n${type}\n${data}\n${metadata}\n`;
  return hash('sha256', text, 'base64url');
}

/** Events of one append, the last of which bears the link. */
export interface Chained {
  readonly events: readonly NewEvent[];
  readonly link: string;
}

/**
 * Chains the events of an append to the link before them. What is serialised for it is handed on with them.
 * @param first the revision of the first one
 * @throws Error JSON cannot hold an event
 */
export function chained(before: string, stream: string, first: number, events: readonly NewEvent[]): Chained {
  const hashed: HashedEvent[] = [];
  let metadataText = '';
  let shared: EventMetadata | undefined;
  for (const { id, type, data, json, metadata } of events) {
    if (metadata !== shared) metadataText = jsonOf(metadata, type);
    shared = metadata;
    hashed.push({ id, type, data: json ?? jsonOf(data, type), metadata: metadataText });
  }
  const link = linkOf(before, stream, first, hashed);
  const chain: ChainedAppend = { events: events.length, link };
  const last = events.length - 1;
  return {
    link,
    events: events.map(({ id, type, data, metadata }, at) => {
      const { data: json, metadata: text } = hashed[at]!;
      if (at < last) return { id, type, data, json, metadata, metadataJson: text };
      return { id, type, data, json, metadata: { ...metadata, chain }, metadataJson: withChain(text, chain) };
    }),
  };
}

/** `chain` is the last field, so that it can be cut off as text. */
function withChain(metadata: string, chain: ChainedAppend): string {
  return `${metadata.slice(0, -1)}${CHAIN}${JSON.stringify(chain)}}`;
}

const CHAIN = ',"chain":';

/** An upper bound of what the metadata of an append gain by its link, in bytes. */
export const CHAIN_BYTES = 96;

const CHAIN_AT_END = /,"chain":\{"events":(\d{1,9}),"link":"([\w-]{43})"\}\}$/;

/** Metadata as they are hashed, and the chain that they bear; undefined: none. */
export function withoutChain(metadata: string): {
  readonly metadata: string;
  readonly chain: ChainedAppend | undefined;
} {
  const found = CHAIN_AT_END.exec(metadata);
  if (!found) return { metadata, chain: undefined };
  return { metadata: `${metadata.slice(0, found.index)}}`, chain: { events: Number(found[1]), link: found[2]! } };
}
