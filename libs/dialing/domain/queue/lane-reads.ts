import type { CandidatesOptions, IndexValue } from '#kernel';
import { runsOfDue, runsOfLane, runsOfQueue } from '#eligibility';
import type { LaneToRead } from './lane-to-read.js';

/**
 * Lists from which on a pick first reads the queue of the whole workspace: one seek, instead of one for each list. It
 * asks for more rows than it needs, since some may be of lists that are not dialed
 * (docs/adr/0077-a-pick-first-reads-across-lists.md).
 */
const ACROSS_LISTS = { from: 8, read: 4 } as const;

/** Where the next read of a queue begins, and how many rows it asks for. */
export interface ReadFrom {
  readonly lane: Pick<LaneToRead, 'listIds' | 'zones'>;
  readonly upTo: number;
  readonly read: number;
  readonly isBegun: boolean;
}

/** What all reads of a decision share. */
interface Bounds {
  readonly workspaceId: string;
  readonly asOf: number;
  /** Those that have passed. */
  readonly midnights: readonly IndexValue[];
}

/** The rows that are ready or wait for a midnight that has passed, and those that unprojected events name. */
export function readOfLane(
  { lane, upTo, read, isBegun }: ReadFrom,
  { workspaceId, asOf, midnights }: Bounds,
): CandidatesOptions {
  const { listIds, zones } = lane;
  const bounds = { after: [upTo], limit: read, asOf };
  if (zones !== null) {
    const prefixes = listIds.flatMap((id) => runsOfLane([workspaceId, id], zones, midnights));
    return { ...bounds, index: 'lanes', prefixes, touched: [[workspaceId]] };
  }
  const lists = listIds.map((id) => [workspaceId, id]);
  if (listIds.length >= ACROSS_LISTS.from && !isBegun) {
    const across = { index: 'due', prefixes: runsOfDue(workspaceId, midnights), touchedIn: 'queue' };
    return { ...bounds, ...across, limit: Math.max(2 * read, ACROSS_LISTS.read), touched: lists };
  }
  return { ...bounds, index: 'queue', prefixes: lists.flatMap((list) => runsOfQueue(list, midnights)), touched: lists };
}
