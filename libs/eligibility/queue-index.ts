import type { IndexSpec, IndexValue, Row, TallySpec } from '#kernel';
import type { QueuePosition } from './queue-position.js';

/**
 * The indexes by which a pick and a read of members find the rows that may be dialed
 * (docs/reference/dialing-rules.md#scale):
 * 1. the due: rows of {@link WAITING_STATES}, whose instant has come. The index has them in the order of
 *    their instants, so all of them are read and sorted into the result by their numbers.
 * 2. the midnights that have passed and that rows still wait for.
 * 3. the rows of {@link runsOfQueue}: each run of the index is in the order of numbers already.
 *
 * Read in this order, a row that is promoted meanwhile, and so moves from 1 or 2 to the ready rows of 3, is found twice
 * and never missed.
 *
 * `lanes` has the rows of `queue` by the clocks of their contacts, for lists whose calling hours go by these. Its
 * third field tells which clocks there are in a state (docs/adr/0075-lanes-are-read-by-the-clocks-of-contacts.md).
 * `clocks` has them across lists, as `due` does without clocks (docs/adr/0077-a-pick-first-reads-across-lists.md). Both
 * have only rows of which clocks were told: a workspace without calling hours pays nothing for them.
 */
export const QUEUE_INDEXES: readonly IndexSpec[] = [
  { name: 'queue', fields: ['workspace_id', 'smart_list_id', 'state', 'due', 'number'], unique: true },
  { name: 'due', fields: ['workspace_id', 'state', 'due', 'number'], unique: true },
  {
    name: 'lanes',
    fields: ['workspace_id', 'state', 'zones', 'smart_list_id', 'due', 'number'],
    filled: 'zones',
    unique: true,
  },
  { name: 'clocks', fields: ['workspace_id', 'state', 'zones', 'due', 'number'], filled: 'zones', unique: true },
];

/**
 * The index by which an agent finds the callbacks that are kept for it, in the order of their due instants. Rows of
 * nobody's callback have '' as agent, and are not in it; those that time alone does not make due have 0 as instant.
 */
export const OWNER_INDEX: IndexSpec = {
  name: 'owned',
  fields: ['workspace_id', 'callback_agent', 'callback_due', 'number'],
  filled: 'callback_agent',
  unique: true,
};

/** The states of rows that wait for another instant than a midnight. */
export const WAITING_STATES = ['waiting', 'barred'] as const satisfies readonly QueuePosition['state'][];

/** The states of rows that wait for an instant. */
export const TIMED_STATES = ['midnight', ...WAITING_STATES, 'callback'] as const;

/**
 * Milliseconds of the instants that share a counter: instants are counted one by one where a bound falls between them.
 */
const TALLY_STEP = 60_000;

const WAITING = { field: 'state', values: TIMED_STATES } as const;

/**
 * The tallies by which the progress of a list is read (docs/adr/0061-members-are-tallied-as-they-are-written.md).
 * `waiting`: rows by the instant they wait for. `barred`: those of them whose number is barred, by the instant until
 * which it is. `scheduled`: the rows of `waiting` by the instant until which that or their callback does. `capped`: by
 * the one until which these or the daily cap hold them back. `windowed`: the same by the instant until which that or a
 * window does. `limited`: the same by the instant until which that or the limits of its contact do. `out`: with 0 those
 * that time does not bring back, with 1 those that have left, with more those of the former whose number is barred,
 * until then.
 */
export const QUEUE_TALLIES: readonly TallySpec[] = [
  {
    name: 'waiting',
    fields: ['workspace_id', 'smart_list_id', 'due'],
    only: WAITING,
    step: TALLY_STEP,
    index: 'queue',
  },
  {
    name: 'barred',
    fields: ['workspace_id', 'smart_list_id', 'barred_until'],
    only: { field: 'state', values: ['barred'] },
    step: 1,
  },
  {
    name: 'scheduled',
    fields: ['workspace_id', 'smart_list_id', 'scheduled_until'],
    only: WAITING,
    step: TALLY_STEP,
  },
  { name: 'capped', fields: ['workspace_id', 'smart_list_id', 'capped_until'], only: WAITING, step: TALLY_STEP },
  {
    name: 'windowed',
    fields: ['workspace_id', 'smart_list_id', 'windowed_until'],
    only: WAITING,
    step: TALLY_STEP,
  },
  {
    name: 'limited',
    fields: ['workspace_id', 'smart_list_id', 'limited_until'],
    only: WAITING,
    step: TALLY_STEP,
  },
  {
    name: 'out',
    fields: ['workspace_id', 'smart_list_id', 'due'],
    only: { field: 'state', values: ['out'] },
    step: 1,
    index: 'queue',
  },
];

/**
 * Midnights of step 2 in one read. There is one a day, and promotion takes the oldest first: more of them mean that no
 * request dials.
 */
export const MAX_MIDNIGHTS = 60;

/** A row of a queue: of a member, or of a contact without a list, whose list is ''. */
export interface QueueRow extends Row, QueuePosition {
  readonly smart_list_id: string;
  readonly contact_id: string;
  /** The member number, or the contact number. */
  readonly number: number;
}

/**
 * The prefixes of the index `queue` under which the rows of a list are in the order of their numbers.
 * @param list workspace and list
 * @param midnights those that have passed
 */
export function runsOfQueue(
  list: readonly IndexValue[],
  midnights: readonly IndexValue[],
): readonly (readonly IndexValue[])[] {
  return runs(midnights, (state, due) => [...list, state, due]);
}

/** The same of the index `due`: the rows of all lists of a workspace. */
export function runsOfDue(workspaceId: string, midnights: readonly IndexValue[]): readonly (readonly IndexValue[])[] {
  return runsOfQueue([workspaceId], midnights);
}

/**
 * The same of the index `lanes`: the rows of a list whose contacts have some clocks.
 * @param zones the clocks as rows have them
 */
export function runsOfLane(
  [workspaceId, listId]: readonly [workspaceId: string, listId: string],
  zones: string,
  midnights: readonly IndexValue[],
): readonly (readonly IndexValue[])[] {
  return runs(midnights, (state, due) => [workspaceId, state, zones, listId, due]);
}

/** The same of the index `clocks`: the rows of all lists whose contacts have some clocks. */
export function runsOfClocks(
  workspaceId: string,
  zones: string,
  midnights: readonly IndexValue[],
): readonly (readonly IndexValue[])[] {
  return runs(midnights, (state, due) => [workspaceId, state, zones, due]);
}

/** The runs that a pick reads: of each midnight that has passed, and of the ready rows, which it reads last. */
function runs(
  midnights: readonly IndexValue[],
  prefixOf: (state: QueuePosition['state'], due: IndexValue) => readonly IndexValue[],
): readonly (readonly IndexValue[])[] {
  return [...midnights.map((midnight) => prefixOf('midnight', midnight)), prefixOf('ready', 0)];
}

/**
 * The rows of the runs and the due ones within a stretch of numbers, each once, in the order of their numbers.
 * @param rows the rows that the runs returned behind `above`
 * @param due all due rows
 * @param stretch numbers above `above` and up to `upTo`: rows behind the last one that the runs returned are unknown
 */
export function inOrderOfNumbers<Doc extends QueueRow>(
  rows: readonly Doc[],
  due: readonly Doc[],
  { above, upTo }: { readonly above: number; readonly upTo: number },
): readonly Doc[] {
  const once = new Map<string, Doc>();
  for (const each of [rows, due])
    for (const row of each)
      if (row.number > above && row.number <= upTo) once.set(`${row.smart_list_id}|${row.contact_id}`, row);
  return [...once.values()].sort((a, b) => a.number - b.number);
}
