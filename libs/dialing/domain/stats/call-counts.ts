import { type Collection, type DocumentKey, instant, type Instant, type Recorded, type Row } from '#kernel';
import type { CallDispatched, CallEnded, CallRegistered, CallResult } from '../calls/call-events.js';

/**
 * What is counted of calls: their beginning, by how they began, and their end, by its result. The letter stands for it
 * in {@link CallCountRow.instants}, so it never changes.
 */
const LETTERS = {
  dispatched: 'd',
  registered: 'r',
  answered: 'a',
  no_answer: 'n',
  busy: 'b',
  voicemail: 'v',
  failed: 'f',
  cancelled: 'c',
  not_placed: 'p',
  lost: 'l',
} as const satisfies Record<'dispatched' | 'registered' | CallResult, string>;

type Counted = keyof typeof LETTERS;
export type CallCounts = Readonly<Record<Counted, number>>;

export const COUNTED = Object.keys(LETTERS) as readonly Counted[];
export const NO_CALLS = Object.fromEntries(COUNTED.map((each) => [each, 0])) as CallCounts;
const OF_LETTER = new Map(COUNTED.map((each) => [LETTERS[each] as string, each]));

/** The events of calls that are counted. */
export type CountedEvent = Recorded<CallDispatched | CallRegistered | CallEnded>;

/** What began or ended in one minute or one second of a workspace. */
export interface CallCountRow extends Row {
  readonly workspace_id: string;
  /** The place in its ring: `m0` … `m60` or `s0` … `s3600`. */
  readonly cell: string;
  /** The beginning of the minute or second that it counts now; an older one with the same place is forgotten. */
  readonly begins_at: Instant;
  readonly counts: CallCounts;
  /** Of a second: milliseconds and letter of each event, in their order, as `17d17d244a`. Of a minute: ''. */
  readonly instants: string;
}

/**
 * The calls of the last hour, counted when they begin and end
 * (docs/adr/0062-the-last-hour-is-counted-in-two-rings.md). No event of a workspace is older than the one before it, so
 * a cell never goes back to an earlier minute or second.
 */
export const CALL_COUNTS: Collection<CallCountRow> = {
  name: 'call_counts',
  key: ['workspace_id', 'cell'],
  indexes: [],
};

/** The last hour, in milliseconds. */
export const HOUR = 3_600_000;

/** A ring of cells. It has one more than an hour, which begins within one cell and ends within another one. */
interface Ring {
  readonly letter: string;
  /** Milliseconds of one cell. */
  readonly width: number;
}

export const MINUTES: Ring = { letter: 'm', width: 60_000 };
export const SECONDS: Ring = { letter: 's', width: 1_000 };

/** The place of the cell that has an instant, given in milliseconds since 1970. */
export function cellAt({ letter, width }: Ring, at: number): string {
  return `${letter}${Math.floor(at / width) % (HOUR / width + 1)}`;
}

/** The keys of both cells that have an instant, given in milliseconds since 1970. */
export function cellsOf(workspaceId: string, at: number): readonly DocumentKey[] {
  return [MINUTES, SECONDS].map((ring) => [workspaceId, cellAt(ring, at)]);
}

/** A cell after an event that begins or ends a call. */
export function evolveCallCount(row: CallCountRow | undefined, event: CountedEvent, cell: string): CallCountRow {
  const { workspace_id, occurred_at } = event.metadata;
  const at = Date.parse(occurred_at);
  const isSecond = cell.startsWith(SECONDS.letter);
  const { width } = isSecond ? SECONDS : MINUTES;
  const begins_at = instant(at - (at % width));
  const before = row?.begins_at === begins_at ? row : { counts: NO_CALLS, instants: '' };
  const counted = countedAs(event);
  return {
    workspace_id,
    cell,
    begins_at,
    counts: { ...before.counts, [counted]: before.counts[counted] + 1 },
    instants: isSecond ? `${before.instants}${at % width}${LETTERS[counted]}` : '',
    revision: event.revision,
  };
}

function countedAs(event: CountedEvent): Counted {
  switch (event.type) {
    case 'CallDispatched':
      return 'dispatched';
    case 'CallRegistered':
      return 'registered';
    case 'CallEnded':
      return event.data.result;
    default:
      return event satisfies never;
  }
}

/** The counts of a second from this one of its milliseconds on. */
export function countsFrom({ instants }: CallCountRow, millisecond: number): CallCounts {
  const counts = { ...NO_CALLS };
  for (const [, at, letter] of instants.matchAll(/(\d+)([a-z])/g)) {
    if (Number(at) >= millisecond) counts[OF_LETTER.get(letter!)!] += 1;
  }
  return counts;
}
