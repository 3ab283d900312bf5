import { DomainError, type EventSubject, type IndexValue, type Instant, type Position } from '#kernel';
import { readHeldStreams, type ReadModel, ReadModelUnavailableError } from '#read-model';
import { type EventPlace, EVENTS, EVENTS_BY_SUBJECT, subjectFields } from '../domain/index.js';
import type { EventsIndex } from '../events-index.port.js';

/** Undefined: no filter. */
export interface EventFilters {
  readonly subject?: EventSubject | undefined;
  readonly type?: string | undefined;
  /** The first and the last instant, both included. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** Where a page ends: a position, or a text between two. */
export type Cursor = readonly IndexValue[];

export interface IndexPage {
  readonly rows: readonly EventPlace[];
  /** Where the next page begins; undefined: no event can follow any more. */
  readonly next: Cursor | undefined;
  /** Whether the page has everything that the index had. */
  readonly caughtUp: boolean;
}

export interface IndexPageOptions {
  readonly workspaceId: string;
  readonly filters: EventFilters;
  readonly after: Cursor | undefined;
  /** Most rows returned. */
  readonly size: number;
}

/** Rows that one page looks at, most of which an instant may rule out: some milliseconds. */
const MAX_SCANNED = 5_000;
/** Rows of one read where instants rule rows out. */
const CHUNK = 500;
/**
 * Milliseconds by which an event may be dated before one that stands before it in the log. The events of a workspace's
 * stream never are; attempts of webhooks by as much as the clocks of two processes differ, each of which may be wrong
 * by 2 s (docs/adr/0028-a-process-whose-clock-is-wrong-does-nothing.md).
 */
const DISORDER_MS = 5_000;
/** Types of events that name one subject: there are fewer types. */
const MAX_TYPES = 100;

/**
 * One page of the index in the order of the log.
 * @throws DomainError `invalid_page_token` its place is in another store, from which this log was copied
 * @throws ReadModelUnavailableError also where rows were dropped meanwhile
 */
export async function readIndexPage(index: EventsIndex, options: IndexPageOptions): Promise<IndexPage> {
  const generation = await index.generation();
  const page = await walk(index, options);
  if ((await index.generation()) === generation) return page;
  throw new ReadModelUnavailableError('The index of events was exchanged while it was read.');
}

async function walk(index: EventsIndex, { workspaceId, filters, after, size }: IndexPageOptions): Promise<IndexPage> {
  const { from, to } = filters;
  const end = await endOf(index, workspaceId);
  if (after && isOfOtherStore(after, end.cursor)) throw ofOtherStore();
  const limit = from === undefined && to === undefined ? size : CHUNK;
  const next = await reading(index.rows, workspaceId, filters);
  const [first, last] = [from, to].map((time) => (time === undefined ? undefined : Date.parse(time)));
  const rows: EventPlace[] = [];
  let at = after ?? (first === undefined ? [''] : await before(index.rows, workspaceId, first));
  for (let scanned = 0; scanned < MAX_SCANNED;) {
    const found = await next(at, limit);
    for (const row of found) {
      if (!end.includes(row.position)) return { rows, next: furthest(at, end.cursor), caughtUp: true };
      const time = -row.latest_first;
      if (last !== undefined && time > last + DISORDER_MS) return { rows, next: undefined, caughtUp: true };
      at = [row.position];
      if ((first === undefined || time >= first) && (last === undefined || time <= last)) rows.push(row);
      if (rows.length === size) return { rows, next: at, caughtUp: false };
    }
    if (found.length < limit) return { rows, next: furthest(at, end.cursor), caughtUp: true };
    scanned += found.length;
  }
  return { rows, next: at, caughtUp: false };
}

/** Reads the next rows of a filter, in the order of the log. */
async function reading(
  rows: EventsIndex['rows'],
  workspaceId: string,
  { subject, type }: EventFilters,
): Promise<(after: Cursor, limit: number) => Promise<readonly EventPlace[]>> {
  if (subject === undefined) {
    const by = type === undefined ? 'by_position' : 'by_type';
    const prefix = type === undefined ? [workspaceId] : [workspaceId, type];
    return (after, limit) => rows.page(EVENTS, { index: by, prefix, after, limit });
  }
  const index = 'by_type';
  const ofSubject = { index, prefix: [workspaceId, ...subjectFields(subject)], limit: MAX_TYPES };
  const types = type === undefined ? await rows.distinct(EVENTS_BY_SUBJECT, ofSubject) : [type];
  const prefixes = types.map((each) => [workspaceId, ...subjectFields(subject), each]);
  if (prefixes.length === 0) return async () => [];
  return (after, limit) => rows.merge(EVENTS_BY_SUBJECT, { index, prefixes, after, limit });
}

/** The part of the index that is complete for a workspace. */
interface End {
  /** Behind all of it. */
  readonly cursor: Cursor;
  includes(position: Position): boolean;
}

/**
 * Rows of one batch of the follower may become visible one by one, and those of a stream that is held back come later
 * than rows behind them. The order of the reads matters: the follower writes rows before it says how far they reach,
 * and says that it holds a stream before it passes it.
 */
async function endOf(index: EventsIndex, workspaceId: string): Promise<End> {
  const last = await index.reaches();
  const held = await readHeldStreams(index.rows);
  const ofWorkspace = held.filter(({ workspace_id: of }) => of === workspaceId || of === '');
  const [stop] = ofWorkspace.flatMap(({ position }) => position ?? []).toSorted();
  if (last === undefined) return { cursor: [''], includes: () => false };
  if (stop === undefined || stop > last) {
    return { cursor: [last], includes: (position) => position <= last };
  }
  // A beginning of a text comes before it.
  return { cursor: [stop.slice(0, -1)], includes: (position) => position < stop };
}

/** The place of an event before all those of an instant and later. */
async function before(rows: Pick<ReadModel, 'page'>, workspaceId: string, first: number): Promise<Cursor> {
  const after = [-(first - DISORDER_MS)];
  const [last] = await rows.page(EVENTS, { index: 'by_time', prefix: [workspaceId], after, limit: 1 });
  return [last?.position ?? ''];
}

/** A token never goes back, also where rows that were dropped do not reach as far as they did. */
function furthest(at: Cursor, end: Cursor): Cursor {
  return at[0]! > end[0]! ? at : end;
}

/**
 * Whether two places are of different stores: one kind has two numbers in a position, the other one. Compared as texts
 * they would skip events, or repeat them, without a word (docs/adr/0082-a-log-is-copied-event-by-event.md).
 */
function isOfOtherStore(place: Cursor, other: Cursor): boolean {
  const [a, b] = [String(place[0]), String(other[0])];
  return a !== '' && b !== '' && a.includes('-') !== b.includes('-');
}

function ofOtherStore(): DomainError {
  return new DomainError(
    'invalid_page_token',
    'The page token is of the store from which the log was copied: begin without it, with from.',
  );
}
