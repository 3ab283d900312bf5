import { DomainError, type IndexValue, type Position, type RecordedEvent } from '#kernel';
import { readHeldStreams, type ReadModel, ReadModelUnavailableError } from '#read-model';
import { EVENT_BLOCKS, isShown, OTHER_EVENTS } from '../domain/index.js';
import type { EventsIndex } from '../events-index.port.js';
import { type EventFilters, foundEvents } from './found-events.js';
import type { ReadsLog } from './log-runs.js';

/** Where a page ends: a position, or a text between two. */
export type Cursor = readonly IndexValue[];

export interface EventsOfPage {
  readonly events: readonly RecordedEvent[];
  /** Where the next page begins; undefined: no event can follow any more. */
  readonly next: Cursor | undefined;
  /** Whether the page has everything that the index had. */
  readonly caughtUp: boolean;
}

export interface EventsPageOptions {
  readonly workspaceId: string;
  readonly filters: EventFilters;
  readonly after: Cursor | undefined;
  /** Most events returned. */
  readonly size: number;
  /** What the index cannot tell; undefined: every event is wanted. */
  readonly isWanted?: (event: RecordedEvent) => boolean;
}

/** Events that one page looks at, most of which an instant may rule out: some milliseconds. */
const MAX_SCANNED = 1_000;
/**
 * Characters of JSON after which a page ends although more events would be allowed: one event may have 1 MiB of data,
 * and 200 of them would fill the memory.
 */
const MAX_PAGE_UNITS = 4_000_000;
/**
 * Milliseconds by which an event may be dated before one that stands before it in the log. The events of a workspace's
 * stream never are; attempts of webhooks by as much as the clocks of two processes differ, each of which may be wrong
 * by 2 s (docs/adr/0028-a-process-whose-clock-is-wrong-does-nothing.md).
 */
const DISORDER_MS = 5_000;

/**
 * One page of the events of a workspace in the order of the log. Events that an operator has skipped since are left
 * out: they count as events that change nothing.
 * @throws DomainError `invalid_page_token` its place is in another store, from which this log was copied
 * @throws StoreUnavailableError, ReadModelUnavailableError also where rows were dropped meanwhile
 */
export async function readEventsPage(
  index: EventsIndex,
  log: ReadsLog,
  options: EventsPageOptions,
): Promise<EventsOfPage> {
  const generation = await index.generation();
  const page = await walk(index, log, options);
  if ((await index.generation()) === generation) return page;
  throw new ReadModelUnavailableError('The index of events was exchanged while it was read.');
}

async function walk(index: EventsIndex, log: ReadsLog, options: EventsPageOptions): Promise<EventsOfPage> {
  const { workspaceId, filters, after, size, isWanted = () => true } = options;
  const [first, last] = [filters.from, filters.to].map((time) => (time === undefined ? undefined : Date.parse(time)));
  const end = await endOf(index, workspaceId);
  if (after && isOfOtherStore(after, end.cursor)) throw ofOtherStore();
  let at = after ?? (first === undefined ? [''] : await before(index.rows, workspaceId, first));
  const events: RecordedEvent[] = [];
  let [scanned, units] = [0, 0];
  const search = { workspaceId, filters, after: String(at[0]), first, last };
  for await (const { position, time, event } of foundEvents(index, log, search)) {
    if (!end.includes(position)) break;
    if (last !== undefined && time > last + DISORDER_MS) return { events, next: undefined, caughtUp: true };
    at = [position];
    const isInTime = (first === undefined || time >= first) && (last === undefined || time <= last);
    if (isInTime && event && isShown(event) && isWanted(event)) {
      events.push(event);
      units += JSON.stringify(event.data).length;
    }
    scanned += 1;
    const isFull = events.length === size || units >= MAX_PAGE_UNITS || scanned === MAX_SCANNED;
    if (isFull) return { events, next: at, caughtUp: false };
  }
  return { events, next: furthest(at, end.cursor), caughtUp: true };
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

/** A place of an event before all those of an instant and later: the latest one that is dated early enough. */
async function before(rows: Pick<ReadModel, 'page'>, workspaceId: string, first: number): Promise<Cursor> {
  const page = { index: 'by_time', prefix: [workspaceId], after: [-(first - DISORDER_MS)], limit: 1 };
  const [[block], [other]] = await Promise.all([rows.page(EVENT_BLOCKS, page), rows.page(OTHER_EVENTS, page)]);
  const places = [block?.last_position ?? '', other?.position ?? ''];
  return [places.toSorted()[1]!];
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
