import { type IdempotencyRecord, keyText } from '#kernel';
import { type RowsNeeded, rowsOf, type Snapshot } from '../view/rows-needed.js';
import { IDEMPOTENCY, type IdempotencyRow } from './idempotency.js';

/**
 * Opens records as rows have them
 * (docs/adr/0040-personal-data-is-sealed-with-keys-that-can-be-shredded.md); one whose key was shredded has neither
 * fingerprint nor body.
 * @throws StoreUnavailableError keys cannot be had
 */
export type OpenRecords = <Kept extends IdempotencyRecord>(records: readonly Kept[]) => Promise<readonly Kept[]>;

/** Opens the records that a decision asked for and that were just loaded into its snapshot. */
export async function openLoadedRecords(
  snapshot: Snapshot,
  { collection, reads: { keys = [] } }: RowsNeeded,
  openRecords: OpenRecords,
): Promise<void> {
  if (collection.name !== IDEMPOTENCY.name) return;
  const rows = rowsOf(snapshot, collection);
  const names = keys.map(keyText).filter((name) => rows.get(name));
  // Hardly any request is a retry: most keys have no record.
  if (names.length === 0) return;
  const opened = await openRecords(names.map((name) => rows.get(name) as IdempotencyRow));
  names.forEach((name, at) => rows.set(name, opened[at]));
}
