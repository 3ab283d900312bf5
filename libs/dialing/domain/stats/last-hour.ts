import { instant, type Instant, type WorkspaceView } from '#kernel';
import { CALL_RESULTS, type CallResult } from '../calls/call-events.js';
import {
  CALL_COUNTS,
  type CallCountRow,
  type CallCounts,
  cellAt,
  COUNTED,
  countsFrom,
  HOUR,
  MINUTES,
  NO_CALLS,
  SECONDS,
} from './call-counts.js';

/** What began and ended from `from` up to the instant of the view, both included. */
export interface LastHour {
  readonly from: Instant;
  /** Calls that the queue has begun. */
  readonly dispatched: number;
  /** Calls that a client has begun. */
  readonly registered: number;
  /** Calls of both kinds that have ended, whenever they began. */
  readonly ended: number;
  readonly by_result: Readonly<Record<CallResult, number>>;
}

/**
 * The calls of the 3,600 s before the instant of a view, exact to the millisecond: whole minutes, whole seconds of the
 * minute in which the hour begins, and the milliseconds of the second in which it does. At most 120 rows, whatever the
 * number of calls.
 */
export function lastHour(view: WorkspaceView): LastHour {
  const to = Date.parse(view.now);
  const from = to - HOUR;
  const firstMinute = Math.ceil(from / MINUTES.width) * MINUTES.width;
  const starts = [
    ...startsOf(SECONDS, from - (from % SECONDS.width), firstMinute - 1),
    ...startsOf(MINUTES, firstMinute, to),
  ];
  const rows = view.rows(
    CALL_COUNTS,
    starts.map(({ ring, start }) => [view.workspaceId, cellAt(ring, start)]),
  );
  const counts = rows.flatMap((row, n) => {
    const { start } = starts[n]!;
    // Its place may still have the minute or second of an hour ago.
    return row?.begins_at === instant(start) ? countsSince(row, start, from) : [];
  });
  const sum = counts.reduce(added, NO_CALLS);
  const by_result = Object.fromEntries(CALL_RESULTS.map((each) => [each, sum[each]])) as LastHour['by_result'];
  const ended = CALL_RESULTS.reduce((all, each) => all + sum[each], 0);
  return { from: instant(from), dispatched: sum.dispatched, registered: sum.registered, ended, by_result };
}

type Ring = typeof MINUTES;

/** The beginnings of the cells of a ring from one beginning up to an instant. */
function startsOf(ring: Ring, first: number, to: number) {
  const starts: { readonly ring: Ring; readonly start: number }[] = [];
  for (let start = first; start <= to; start += ring.width) starts.push({ ring, start });
  return starts;
}

function countsSince(row: CallCountRow, start: number, from: number): CallCounts {
  return start >= from ? row.counts : countsFrom(row, from - start);
}

function added(one: CallCounts, other: CallCounts): CallCounts {
  return Object.fromEntries(COUNTED.map((each) => [each, one[each] + other[each]])) as CallCounts;
}
