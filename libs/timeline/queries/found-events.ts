import { type EventSubject, type Instant, type Position, type RecordedEvent, workspaceStream } from '#kernel';
import type { ReadModel } from '#read-model';
import {
  blockOf,
  BLOCKS_BY_SUBJECT,
  BLOCKS_BY_TYPE,
  EVENT_BLOCKS,
  type EventPlace,
  OTHER_EVENTS,
  OTHER_EVENTS_BY_SUBJECT,
  subjectFields,
} from '../domain/index.js';
import type { EventsIndex } from '../events-index.port.js';
import { eventsAt, type ReadsLog } from './log-runs.js';
import { type BlocksOf, revisionsOf } from './revisions-of.js';

/** Undefined: no filter. */
export interface EventFilters {
  readonly subject?: EventSubject | undefined;
  readonly type?: string | undefined;
  /** The first and the last instant, both included. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** What is searched. */
export interface Search {
  readonly workspaceId: string;
  readonly filters: EventFilters;
  /** Only events behind this place of the log: a position, or a text between two. */
  readonly after: string;
  /** Milliseconds since 1970, both included; undefined: from the beginning, and to the end. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** An event that a search finds by its type and subject. */
export interface FoundEvent {
  readonly position: Position;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Undefined: its time is out of the range of the search, and it was not read. */
  readonly event: RecordedEvent | undefined;
}

type IndexRows = Pick<ReadModel, 'page' | 'merge' | 'distinct'>;

/** Events of the stream of a workspace that are read from the log together. */
const EVENTS_AT_ONCE = 50;
/** Events of other streams that are: each costs a read of its own. */
const OTHERS_AT_ONCE = 8;
/** Rows of one read of the index. */
const ROWS = 200;
/** Types of events that name one subject: there are fewer types. */
const MAX_TYPES = 100;

/**
 * The events of all streams of a workspace in the order of the log. Whatever the index has not in full yet is among
 * them: a page ends before it.
 * @throws StoreUnavailableError, ReadModelUnavailableError
 */
export async function* foundEvents(
  { rows }: Pick<EventsIndex, 'rows'>,
  log: ReadsLog,
  search: Search,
): AsyncGenerator<FoundEvent, void, undefined> {
  const [own, others] = [ownEvents(rows, log, search), otherEvents(rows, log, search)];
  let [a, b] = await Promise.all([own.next(), others.next()]);
  while (!a.done || !b.done) {
    if (!a.done && (b.done || a.value.position < b.value.position)) {
      yield a.value;
      a = await own.next();
    } else if (!b.done) {
      yield b.value;
      b = await others.next();
    }
  }
}

/** Those of the workspace's own stream, whose order is that of their revisions. */
async function* ownEvents(rows: IndexRows, log: ReadsLog, search: Search): AsyncGenerator<FoundEvent, void, undefined> {
  const begin = await firstBlock(rows, search);
  if (begin === undefined) return;
  const stream = workspaceStream(search.workspaceId);
  for await (const revisions of revisionsOf(rows, await blocksOf(rows, search), begin)) {
    for (let at = 0; at < revisions.length; at += EVENTS_AT_ONCE) {
      const some = revisions.slice(at, at + EVENTS_AT_ONCE).map((revision) => ({ stream, revision }));
      for (const event of await eventsAt(some, log)) {
        const position = event.position!;
        if (position > search.after) yield { position, time: Date.parse(event.metadata.occurred_at), event };
      }
    }
  }
}

/** The first block that has an event behind the place of the search, and one that is late enough. */
async function firstBlock(
  rows: Pick<ReadModel, 'page'>,
  { workspaceId, after, first }: Search,
): Promise<string | undefined> {
  if (first === undefined && after === '') return blockOf(0);
  const limit = first === undefined ? 1 : ROWS;
  for (let at = after; ;) {
    const page = { index: 'by_position', prefix: [workspaceId], after: [at], limit };
    const blocks = await rows.page(EVENT_BLOCKS, page);
    const found = blocks.find(({ latest_first }) => first === undefined || -latest_first >= first);
    if (found || blocks.length < limit) return found?.block;
    at = blocks.at(-1)!.last_position;
  }
}

async function blocksOf(
  rows: Pick<ReadModel, 'distinct'>,
  { workspaceId, filters: { subject, type } }: Search,
): Promise<BlocksOf> {
  if (subject !== undefined) {
    const prefix = [workspaceId, ...subjectFields(subject)];
    const index = { index: 'by_block', prefix, limit: MAX_TYPES };
    const types = type === undefined ? await rows.distinct(BLOCKS_BY_SUBJECT, index) : [type];
    return { collection: BLOCKS_BY_SUBJECT, prefixes: types.map((each) => [...prefix, each]) };
  }
  if (type !== undefined) return { collection: BLOCKS_BY_TYPE, prefixes: [[workspaceId, type]] };
  return { collection: EVENT_BLOCKS, prefixes: [[workspaceId]] };
}

/** Those of other streams, each found by a row of its own. */
async function* otherEvents(
  rows: IndexRows,
  log: ReadsLog,
  search: Search,
): AsyncGenerator<FoundEvent, void, undefined> {
  const { first = -Infinity, last = Infinity } = search;
  const next = await otherRows(rows, search);
  for (let after = search.after; ;) {
    const found = await next(after);
    for (let at = 0; at < found.length; at += OTHERS_AT_ONCE) {
      const places = found.slice(at, at + OTHERS_AT_ONCE);
      const inTime = places.filter(({ latest_first }) => first <= -latest_first && -latest_first <= last);
      const events = new Map((await eventsAt(inTime, log)).map((event, n) => [inTime[n], event]));
      for (const place of places) {
        yield { position: place.position, time: -place.latest_first, event: events.get(place) };
      }
    }
    if (found.length < ROWS) return;
    after = found.at(-1)!.position;
  }
}

/** Reads the next rows of other streams in the order of the log. */
async function otherRows(
  rows: IndexRows,
  { workspaceId, filters: { subject, type } }: Search,
): Promise<(after: string) => Promise<readonly EventPlace[]>> {
  if (subject === undefined) {
    const index = type === undefined ? 'by_position' : 'by_type';
    const prefix = type === undefined ? [workspaceId] : [workspaceId, type];
    return (after) => rows.page(OTHER_EVENTS, { index, prefix, after: [after], limit: ROWS });
  }
  const index = 'by_type';
  const prefix = [workspaceId, ...subjectFields(subject)];
  const ofSubject = { index, prefix, limit: MAX_TYPES };
  const types = type === undefined ? await rows.distinct(OTHER_EVENTS_BY_SUBJECT, ofSubject) : [type];
  const prefixes = types.map((each) => [...prefix, each]);
  if (prefixes.length === 0) return async () => [];
  return (after) => rows.merge(OTHER_EVENTS_BY_SUBJECT, { index, prefixes, after: [after], limit: ROWS });
}
