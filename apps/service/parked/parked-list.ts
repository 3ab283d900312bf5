import type { IndexValue } from '#kernel';
import { HELD_STREAMS, type HeldStreamRow, type ReadModel, workspaceOf } from '#read-model';
import { PARKED_WORK, type ParkedWorkRow, type ParkingWorker } from '#workspaces/domain';
import { areOpen } from './open-work.js';

/** Which parked items are wanted; undefined: all. */
export interface ParkedFilter {
  readonly kind?: 'event' | ParkingWorker | undefined;
  readonly workspaceId?: string | undefined;
}

/** An event that holds a stream back, or an item of a to-do list. */
export type Parked =
  { readonly kind: 'event'; readonly row: HeldStreamRow } | { readonly kind: 'work'; readonly row: ParkedWorkRow };

export interface ParkedPage {
  readonly items: readonly Parked[];
  /** The position behind the last item; undefined: there are no more. */
  readonly next: readonly IndexValue[] | undefined;
}

/** Reads of one page: rows of work that is done, and of other workspaces, are passed over. */
const MAX_READS = 20;

interface Range<Doc> {
  readonly read: (after: readonly IndexValue[] | undefined, limit: number) => Promise<readonly Doc[]>;
  /** Whether each row is shown, in their order. */
  readonly keep: (rows: readonly Doc[]) => Promise<readonly boolean[]>;
  readonly cursorOf: (row: Doc) => readonly IndexValue[];
}

/**
 * A page of what is parked: events that hold streams back by the names of the streams, then items of to-do lists by
 * their workspaces and workers.
 * @param after the `next` of the page before; undefined: the first page
 * @throws ReadModelUnavailableError
 */
export async function readParked(
  readModel: Pick<ReadModel, 'getMany' | 'page'>,
  filter: ParkedFilter,
  size: number,
  after: readonly IndexValue[] | undefined,
): Promise<ParkedPage> {
  const [part, ...position] = after ?? ['event'];
  const behind = position.length === 0 ? undefined : position;
  const withEvents = part === 'event' && (filter.kind === undefined || filter.kind === 'event');
  const events = withEvents ? await pageOf(heldStreams(readModel, filter), size, behind) : undefined;
  const items: Parked[] = (events?.rows ?? []).map((row) => ({ kind: 'event', row }));
  if (events?.next) return { items, next: ['event', ...events.next] };
  if (filter.kind === 'event') return { items, next: undefined };
  if (items.length === size) return { items, next: ['work'] };
  const range = parkedWork(readModel, filter);
  const work = await pageOf(range, size - items.length, part === 'work' ? behind : undefined);
  items.push(...work.rows.map((row) => ({ kind: 'work', row }) as const));
  return { items, next: work.next && ['work', ...work.next] };
}

function heldStreams(readModel: Pick<ReadModel, 'page'>, { workspaceId }: ParkedFilter): Range<HeldStreamRow> {
  return {
    read: (after, limit) =>
      readModel.page(HELD_STREAMS, { index: 'held', prefix: [1], ...(after && { after }), limit }),
    keep: async (rows) => rows.map((row) => workspaceId === undefined || workspaceOfHeld(row) === workspaceId),
    cursorOf: ({ stream }) => [stream],
  };
}

/** The workspace of a held stream; '' where the event does not tell it. */
export function workspaceOfHeld({ stream, workspace_id }: HeldStreamRow): string {
  return workspaceOf(stream) ?? workspace_id;
}

function parkedWork(
  readModel: Pick<ReadModel, 'getMany' | 'page'>,
  { kind, workspaceId }: ParkedFilter,
): Range<ParkedWorkRow> {
  const index = kind === undefined ? 'parked' : 'parked_by_worker';
  const own = workspaceId === undefined ? [] : [workspaceId];
  const prefix = kind === undefined ? [1, ...own] : [1, kind, ...own];
  return {
    read: (after, limit) => readModel.page(PARKED_WORK, { index, prefix, ...(after && { after }), limit }),
    keep: (rows) => areOpen(readModel, rows),
    cursorOf: ({ workspace_id, worker, item }) => {
      const of = kind === undefined ? [workspace_id, worker, item] : [worker, workspace_id, item];
      return of.slice(prefix.length - 1);
    },
  };
}

async function pageOf<Doc>(
  { read, keep, cursorOf }: Range<Doc>,
  size: number,
  after: readonly IndexValue[] | undefined,
): Promise<{ readonly rows: readonly Doc[]; readonly next: readonly IndexValue[] | undefined }> {
  const kept: Doc[] = [];
  let cursor = after;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const limit = size + 1;
    const rows = await read(cursor, limit);
    const isKept = await keep(rows);
    for (const [at, row] of rows.entries()) {
      if (kept.length === size) return { rows: kept, next: cursor };
      if (isKept[at]) kept.push(row);
      cursor = cursorOf(row);
    }
    if (rows.length < limit) return { rows: kept, next: undefined };
  }
  return { rows: kept, next: cursor };
}
