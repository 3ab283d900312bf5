import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { EventStore } from '#event-store';
import { type DirectoryLock, lockDirectory, SqliteEventStore } from '#event-store/sqlite';
import type { HealthCheck } from '#http';
import type { Progress, ReadModel, ReadModelAside } from '#read-model';
import { SqliteReadModel } from '#read-model/sqlite';
import { SCHEMAS } from './catalogue.js';
import type { Config } from './config.js';
import { ProjectionThread } from './projection-thread.js';

/** The stores of the embedded shape: two SQLite files, one thread that writes each. */
export interface EmbeddedPair {
  readonly store: EventStore;
  readonly readModel: ReadModel;
  readonly aside: ReadModelAside;
  readonly progress: Progress;
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
    const readModel = new SqliteReadModel(readModelFile);
    const thread = await ProjectionThread.start(
      { eventsFile, readModelFile },
      (workspaceId) => readModel.completeTo(workspaceId),
      (sentence) => logger.warn(sentence),
    );
    closers.push(() => thread.close());
    readModel.open();
    closers.push(() => readModel.close());
    return {
      store: aroundStore(store),
      readModel,
      aside: thread,
      progress: thread.progress,
      checks: { eventStore: () => store.health().detail, readModel: thread.check },
      onProgress: (listener) => thread.onProgress(listener),
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
