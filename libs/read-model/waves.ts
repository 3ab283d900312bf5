import type { RowWrite } from './read-model.js';

/**
 * The writes of a commit in the order in which a store shows them that shows one collection after another: those of a
 * collection behind the ones that its rows refer to (`Collection.refersTo`). In another order, a row could be read
 * without the row that is looked up behind it.
 * @see docs/adr/0013-mongodb-without-transactions.md
 */
export function wavesOf<Write extends Pick<RowWrite, 'collection'>>(
  writes: readonly Write[],
): readonly (readonly Write[])[] {
  const written = new Map(writes.map(({ collection }) => [collection.name, collection]));
  const waveOf = (name: string): number => {
    const before = (written.get(name)?.refersTo ?? []).filter((other) => written.has(other));
    return Math.max(0, ...before.map((other) => waveOf(other) + 1));
  };
  const waves: Write[][] = [];
  const places = new Map([...written.keys()].map((name) => [name, waveOf(name)]));
  for (const write of writes) (waves[places.get(write.collection.name)!] ??= []).push(write);
  return waves;
}
