import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { EventStore } from '#event-store';
import { type DirectoryLock, lockDirectory, SqliteEventStore } from '#event-store/sqlite';
import type { HealthCheck } from '#http';
import { type Progress, type ReadModel, type ReadModelAside, realTimers, type RowChanges } from '#read-model';
import { ReadModelThread } from '#read-model/sqlite';
import { SCHEMAS } from './catalogue.js';
import type { Config } from './config.js';
import type { ProjectionThreadData } from './projections.worker.js';

/** The stores of the embedded shape: two SQLite files, one thread that writes each. */
export interface EmbeddedPair {
  readonly store: EventStore;
  readonly readModel: ReadModel;
  readonly aside: ReadModelAside;
  readonly progress: Progress;
  readonly changes: RowChanges;
  readonly checks: { readonly eventStore: HealthCheck; readonly readModel: HealthCheck };
  /** Calls back after each batch that the rows have taken in. */
  onProgress(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * Opens both stores, under locks on their directories: a second process gets one clear sentence.
 * @throws StoreOpenError, ReadModelOpenError
 */
export async function openEmbeddedPair(
  { eventsFile, readModelFile }: Pick<Config, 'eventsFile' | 'readModelFile'>,
  logger: Logger,
  aroundStore: (store: EventStore) => EventStore = (store) => store,
): Promise<EmbeddedPair> {
  const locks = lockAll([dirname(eventsFile), dirname(readModelFile)]);
  const closers: (() => Promise<void> | void)[] = [() => locks.forEach((lock) => lock.release())];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const store = await SqliteEventStore.open({ file: eventsFile, upcast: SCHEMAS.upcast, lock: locks[0]! });
    closers.push(() => store.close());
    const rows = await ReadModelThread.start({
      worker: new URL('./projections.worker.js', import.meta.url),
      workerData: { eventsFile, readModelFile } satisfies ProjectionThreadData,
      path: readModelFile,
      timers: realTimers,
      log: (sentence) => logger.warn(sentence),
    });
    closers.push(() => rows.close());
    return {
      store: aroundStore(store),
      readModel: rows.model,
      aside: rows,
      progress: rows.progress,
      changes: rows.progress,
      checks: {
        eventStore: () => store.health().detail,
        readModel: () => (rows.progress.failure ?? rows.trouble)?.message,
      },
      onProgress: (listener) => rows.onProgress(listener),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The directories of both files; usually they are one. */
function lockAll(directories: readonly string[]): readonly DirectoryLock[] {
  return [...new Set(directories)].map((directory) => lockDirectory(directory));
}
