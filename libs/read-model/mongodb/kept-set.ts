// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import type { Calls } from './calls.js';
import type { KeptMark } from './copy-documents.js';
import type { ReadModelCopy } from './read-model-copy.js';

/**
 * Drops the set that was live before, unless a rebuild has taken it: first nobody goes back to it any more, then it is
 * dropped, then it is forgotten. It may be repeated, and run in two processes at once.
 * @throws ReadModelUnavailableError
 */
export async function dropKeptSet(copy: ReadModelCopy, calls: Calls, kept: KeptMark): Promise<void> {
  const isKept = { _id: copy.suffix, 'kept.generation': kept.generation } as object;
  const marking = { $set: { 'kept.isDropping': true } };
  const { matchedCount } = await calls.write(() => copy.copies.updateOne(isKept, marking));
  if (matchedCount === 0) return;
  await calls.write(() => copy.setOf(kept).drop());
  await calls.write(() => copy.copies.updateOne(isKept, { $unset: { kept: '' } }));
}
