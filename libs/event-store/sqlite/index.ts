export { lockDirectory } from './lock.js';
export type { DirectoryLock } from './lock.js';
export { openReader, SqliteEventReader } from './sqlite-event-reader.js';
export type { ReaderOptions } from './sqlite-event-reader.js';
export { SqliteEventStore } from './sqlite-event-store.js';
export type { SqliteEventStoreOptions } from './sqlite-event-store.js';
export type { WriterCounters } from './append-queue.js';
export type { StoreHealth } from './writer-thread.js';
export { type FirstMessage, startWriter, WritingThread } from './writing-thread.js';
export {
  type Connection,
  openStoreForReading,
  openStoreForWriting,
  sqliteCode,
  type StoreFile,
  truncateWal,
} from './store-file.js';
export { SqliteLogPages } from './log-pages.js';
export { SharedMetadata } from './shared-metadata.js';
export { SqliteStoredLog } from './stored-log.js';
export { findDamage } from './file-damage.js';
export { findWalDamage } from './wal-damage.js';
export { countEvents, type EventFileCounts, snapshotEvents } from './event-file-copy.js';
export { type CopyOptions, StoreSnapshot, syncPath } from './store-snapshot.js';
