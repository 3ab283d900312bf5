import type { Candidates } from '#kernel';
import { type DialingFacts, inOrderOfNumbers, type QueueRow } from '#eligibility';
import type { ReadFrom } from './lane-reads.js';
import type { LaneToRead } from './lane-to-read.js';

/** A member, or a contact without a list, as in the queue. */
export type Queued = QueueRow & DialingFacts;

/** The queue of a lane from a number on, as far as it has been read. */
export interface Stretch<Doc> extends ReadFrom {
  readonly lane: LaneToRead;
  /** Every eligible row up to this number is known. */
  upTo: number;
  /** The rows that may be dialed, in the order of their numbers. */
  readonly eligible: Doc[];
  /** Rows that the next read asks for; 0: the queue has no more. */
  read: number;
  /** Whether it has been read at all. */
  isBegun: boolean;
}

/** The rows that a read found behind a stretch, in the order of their numbers, with those that are due. */
export function foundIn<Doc extends Queued>(
  { lane, upTo: above }: Stretch<Doc>,
  { rows, end }: Candidates<Doc>,
  due: readonly Doc[],
): { readonly rows: readonly Doc[]; readonly upTo: number } {
  // Rows behind the last one that the index returned are unknown: the eligible rows are complete only up to it.
  const upTo = end ? Number(end[0]) : Infinity;
  const lists = new Set(lane.listIds);
  const [ready, waiting] = [rows, due].map((each) => each.filter((row) => lists.has(row.smart_list_id)));
  return { rows: inOrderOfNumbers(ready!, waiting!, { above, upTo }), upTo };
}
