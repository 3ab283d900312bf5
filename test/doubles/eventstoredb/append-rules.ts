import type { Stream } from './log.js';

/** What an append expects of its stream: the revision of its last event, or one of these words. */
export type Expected = number | 'any' | 'no_stream' | 'stream_exists';

export type Decision =
  | { readonly kind: 'write' }
  /** The events were appended before: the last of them has this revision, -1 if the append has no events. */
  | { readonly kind: 'repeated'; readonly revision: number }
  | { readonly kind: 'wrong-version' }
  | { readonly kind: 'deleted' };

/**
 * The revision at which an event id was written; lost by a restart, which is why "any" guarantees no idempotency.
 */
export type RememberedIds = ReadonlyMap<string, { readonly stream: string; readonly revision: number }>;

/** The server's rules for one append: by ids, in order, from the event after the expected revision. */
export function decideAppend(
  stream: Stream,
  expected: Expected,
  ids: readonly string[],
  remembered: RememberedIds,
): Decision {
  if (stream.tombstone !== undefined) return { kind: 'deleted' };
  if (expected === 'stream_exists') {
    if (stream.softDeleted) return { kind: 'deleted' };
    if (stream.lastRevision < 0) return { kind: 'wrong-version' };
  }
  if (expected === 'any' || expected === 'stream_exists') return byMemory(stream, ids, remembered);
  const revision = expected === 'no_stream' ? -1 : expected;
  if (revision > stream.lastRevision) return { kind: 'wrong-version' };
  // With the stream's last revision as the expected one, event ids are not compared.
  if (revision === stream.lastRevision) return { kind: 'write' };
  return byRevision(stream, revision, ids);
}

function byMemory(stream: Stream, ids: readonly string[], remembered: RememberedIds): Decision {
  let last = -1;
  for (const [i, id] of ids.entries()) {
    const known = remembered.get(id);
    if (known === undefined || known.stream !== stream.name)
      return i === 0 ? { kind: 'write' } : { kind: 'wrong-version' };
    last = known.revision;
  }
  return ids.length === 0 ? { kind: 'write' } : { kind: 'repeated', revision: last };
}

function byRevision(stream: Stream, revision: number, ids: readonly string[]): Decision {
  for (const [i, id] of ids.entries()) {
    if (stream.events[revision + 1 + i]?.id === id) continue;
    // A deleted stream may be created again; its revisions continue.
    const recreated = i === 0 && revision === -1 && stream.softDeleted;
    return recreated ? { kind: 'write' } : { kind: 'wrong-version' };
  }
  return ids.length === 0 ? { kind: 'wrong-version' } : { kind: 'repeated', revision: revision + ids.length };
}
