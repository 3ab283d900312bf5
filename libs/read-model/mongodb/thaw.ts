// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import type { Calls } from './calls.js';
import type { ReadModelCopy } from './read-model-copy.js';

/**
 * Has batches written into the live rows again, if this attempt to exchange them keeps them from it: from then on it
 * exchanges nothing.
 * @throws ReadModelUnavailableError
 */
export async function thaw(copy: ReadModelCopy, calls: Calls, attempt: string): Promise<void> {
  const isIt = { _id: copy.suffix, exchanging: attempt };
  await calls.write(() => copy.copies.updateOne(isIt, { $unset: { exchanging: '' } }));
}
