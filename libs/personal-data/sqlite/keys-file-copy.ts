import { StoreSnapshot } from '#event-store/sqlite';
import { openForReading } from './keys-file.js';

/**
 * The keys as of now, to be copied. While it is held, keys that are shredded stay in the WAL: copy it first.
 * @throws PersonalKeysOpenError
 */
export function snapshotKeys(file: string): StoreSnapshot {
  return StoreSnapshot.of(openForReading(file));
}
