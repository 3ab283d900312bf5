import type { CandidatesOptions, IndexValue } from '#kernel';
import { runsOfClocks, runsOfDue, runsOfLane, runsOfQueue } from '#eligibility';
import type { LaneToRead } from './lane-to-read.js';

/**
 * Lists from which on a lane is first read across lists: one seek, instead of one for each list. They have to be a part
 * of all lists, since the read returns the members of the other ones, too. It asks for at least `read` rows
 * (docs/adr/0077-a-pick-first-reads-across-lists.md).
 */
const ACROSS_LISTS = { from: 8, part: 1 / 4, read: 4 } as const;

/** Whether lists are first read across all lists of the workspace that have members. */
export function goesAcross(listIds: readonly string[], all: number): boolean {
  return listIds.length >= Math.max(ACROSS_LISTS.from, ACROSS_LISTS.part * all);
}

/** Where the next read of a queue begins, and how many rows it asks for. */
export interface ReadFrom {
  readonly lane: Pick<LaneToRead, 'listIds' | 'zones'>;
  readonly upTo: number;
  readonly read: number;
}

/** How a queue is read. */
interface Reading {
  readonly workspaceId: string;
  readonly asOf: number;
  /** Those that have passed. */
  readonly midnights: readonly IndexValue[];
  /** Whether it is read across lists: its rows may be of other ones. */
  readonly across: boolean;
}

/** The rows that are ready or wait for a midnight that has passed, and those that unprojected events name. */
export function readOfLane(
  { lane, upTo, read }: ReadFrom,
  { workspaceId, asOf, midnights, across }: Reading,
): CandidatesOptions {
  const { listIds, zones } = lane;
  const limit = across ? Math.max(2 * read, ACROSS_LISTS.read) : read;
  const bounds = { after: [upTo], limit, asOf };
  if (zones !== null) {
    const touched = { touched: [[workspaceId]], touchedIn: 'lanes' };
    if (across)
      return { ...bounds, index: 'clocks', prefixes: runsOfClocks(workspaceId, zones, midnights), ...touched };
    const prefixes = listIds.flatMap((id) => runsOfLane([workspaceId, id], zones, midnights));
    return { ...bounds, index: 'lanes', prefixes, ...touched };
  }
  const lists = listIds.map((id) => [workspaceId, id]);
  const touched = { touched: lists, touchedIn: 'queue' };
  if (across) return { ...bounds, index: 'due', prefixes: runsOfDue(workspaceId, midnights), ...touched };
  return { ...bounds, index: 'queue', prefixes: lists.flatMap((list) => runsOfQueue(list, midnights)), ...touched };
}
