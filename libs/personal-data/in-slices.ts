/** Items of one turn of the event loop: 2 ms of looking up or sealing. */
const AT_ONCE = 100;

/**
 * Works on items a hundred at a time. An import has a thousand contacts, whose keys take tens of milliseconds: other
 * requests are served between.
 * @param work returns the results of a slice
 */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (slice: readonly Item[]) => readonly Result[],
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    results.push(...work(items.slice(at, at + AT_ONCE)));
  }
  return results;
}
