import type { History, Judge } from '../world.js';
import { type Logged, naming, timeOf } from './model/events.js';
import { writesOf } from './replay.js';
import { instant } from './rules/rule.js';

/**
 * Revisions of each stream rise without a gap, no event stands there twice, and metadata names the stream's workspace.
 */
export const logIsSound: Judge = ({ events }) => {
  const ends = new Map<string, number>();
  const ids = new Set<string>();
  return events.flatMap((event) => {
    const { stream, revision, id, metadata } = event;
    const expected = (ends.get(stream) ?? -1) + 1;
    ends.set(stream, revision);
    const found: string[] = [];
    if (revision !== expected) found.push(`${naming(event)}: the revision should be ${expected}`);
    if (ids.has(id)) found.push(`${naming(event)}: an event with the id ${id} stands before it`);
    ids.add(id);
    if (stream.startsWith('workspace-') && stream !== `workspace-${metadata.workspace_id}`)
      found.push(`${naming(event)}: it is said to be of workspace ${metadata.workspace_id}`);
    return found;
  });
};

/** What one command writes stands in one append. */
export const writesAreOneAppend: Judge = ({ events, appends }) => {
  const appendOf = new Map<object, number>();
  for (const [number, { from, to }] of appends.entries())
    for (const event of events.slice(from, to)) appendOf.set(event, number);
  return events.flatMap((event) => {
    const [first] = writesOfHistory(events).get(event)!.events;
    if (appendOf.get(event) === appendOf.get(first!)) return [];
    return [`${naming(event)}: not in the append of ${naming(first!)}, which is of the same write`];
  });
};

/**
 * A request of a client writes once; one that a worker goes on with does so as the worker. A file of rows is done in
 * several writes, and the end of the import is another.
 */
export const requestsWriteOnce: Judge = ({ events }) => {
  const written = new Map<string, Logged>();
  return [...new Set(writesOfHistory(events).values())].flatMap((write) => {
    const [first] = write.events;
    if (write.by.startsWith('system ') || write.events.some(({ type }) => type === 'ImportAdvanced')) return [];
    const name = `${first!.stream} ${write.correlationId}`;
    const other = written.get(name);
    written.set(name, first!);
    return other ? [`${naming(first!)}: its request has written ${naming(other)} before`] : [];
  });
};

/** How long a key stands for its first request (IDEMPOTENCY_DAYS), in milliseconds. */
const RECORDS_LAST_MS = 7 * 86_400_000;

/** An Idempotency-Key is recorded once in a workspace, as long as records last. */
export const keysAreRecordedOnce: Judge = ({ events }) => {
  const recorded = new Map<string, Logged>();
  return events.flatMap((event) => {
    const { workspace_id, idempotency } = event.metadata;
    if (!idempotency) return [];
    const name = `${workspace_id} ${idempotency.key_hash}`;
    const other = recorded.get(name);
    recorded.set(name, event);
    if (!other || timeOf(event) - timeOf(other) >= RECORDS_LAST_MS) return [];
    return [`${naming(event)}: ${naming(other)} records the same Idempotency-Key`];
  });
};

const cached = new WeakMap<object, ReturnType<typeof writesOf>>();

/** The same map for all promises about one log. */
function writesOfHistory(events: History['events']): ReturnType<typeof writesOf> {
  const writes = cached.get(events) ?? writesOf(events);
  cached.set(events, writes);
  return writes;
}

/**
 * By which an event may be dated ahead of the true time, in milliseconds: what the service tolerates of a clock, and as
 * long as an answer of a server, by which it is compared, may take.
 */
const AHEAD_MS = 60_000;

/** A process whose clock is far ahead decides nothing. */
export const nothingIsDatedAhead: Judge = ({ events }) =>
  events
    .filter((event) => timeOf(event) > event.at + AHEAD_MS)
    .map((event) => `${naming(event)} is dated ${event.metadata.occurred_at}, and was written ${instant(event.at)}`);
