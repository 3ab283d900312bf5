import type { NewEvent } from '#kernel';
import { AppendTooLargeError, MAX_APPEND_BYTES } from './event-store.js';

/** Characters: one UTF-16 unit is at most three bytes of UTF-8, so shorter texts need not be counted exactly. */
const SURELY_FITS = Math.floor(MAX_APPEND_BYTES / 3);

/** An append as texts: for each event its id, type, data and metadata. */
export type SerialisedAppend = readonly string[];

/** Texts of a {@link SerialisedAppend} for one event. */
export const TEXTS_PER_EVENT = 4;

/**
 * Serialises the events of one append, before any part of it is queued: data that JSON cannot hold fails only this
 * append. Metadata shared by identity is written once and repeated as ''.
 * @throws AppendTooLargeError more than {@link MAX_APPEND_BYTES} of data; metadata, types and ids do not count
 * @throws Error no events, or data that JSON cannot hold
 */
export function serialise(events: readonly NewEvent[]): SerialisedAppend {
  if (events.length === 0) throw new Error('an append needs at least one event');
  const texts: string[] = [];
  let shared: object | undefined;
  let units = 0;
  for (const { id, type, json, data, metadata, metadataJson } of events) {
    const text = json ?? jsonOf(data, type);
    units += text.length;
    texts.push(id, type, text, metadata === shared ? '' : (metadataJson ?? jsonOf(metadata, type)));
    shared = metadata;
  }
  if (units > SURELY_FITS) refuseTooLarge(texts);
  return texts;
}

function refuseTooLarge(texts: SerialisedAppend): void {
  let bytes = 0;
  for (let at = 2; at < texts.length; at += TEXTS_PER_EVENT) bytes += Buffer.byteLength(texts[at]!);
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLargeError(bytes);
}

/** @throws Error JSON cannot hold it */
export function jsonOf(value: object, type: string): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new Error(`${type} cannot be written as JSON`);
  return text;
}
