import type { Collection } from '#kernel';
import type { MergeOptions, ReadModel } from '#read-model';
import { before, type BlockRow, revisionsIn } from '../domain/index.js';

/** Blocks of one read, besides one for each prefix. */
const BLOCKS = 64;

/** The rows of the blocks that are read together: those of one type or subject, or of several. */
export interface BlocksOf {
  readonly collection: Collection<BlockRow>;
  /** Of its index `by_block`. */
  readonly prefixes: MergeOptions['prefixes'];
}

/**
 * The revisions of the events that some rows of blocks tell of, in their order, each once; some at a time.
 * @param from the block to begin with
 * @throws ReadModelUnavailableError
 */
export async function* revisionsOf(
  rows: Pick<ReadModel, 'merge'>,
  { collection, prefixes }: BlocksOf,
  from: string,
): AsyncGenerator<readonly number[], void, undefined> {
  if (prefixes.length === 0) return;
  // A block has at most one row under each prefix, so that a read has at least one block in full.
  const limit = prefixes.length + BLOCKS;
  for (let after = before(from); ;) {
    const found = await rows.merge(collection, { index: 'by_block', prefixes, after: [after], limit });
    const isLast = found.length < limit;
    const cut = isLast ? undefined : found.at(-1)!.block;
    const blocks = new Map<string, number>();
    for (const { block, events } of found) {
      if (block !== cut) blocks.set(block, (blocks.get(block) ?? 0) | events);
    }
    yield [...blocks].flatMap(([block, events]) => revisionsIn(block, events));
    if (isLast) return;
    after = before(cut!);
  }
}
