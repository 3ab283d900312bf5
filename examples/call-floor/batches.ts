/** Cuts items into parts of at most this size. */
export function* batches<Item>(items: readonly Item[], size: number): Generator<Item[], void> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
