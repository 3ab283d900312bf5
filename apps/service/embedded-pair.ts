import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { type DirectoryLock, lockDirectory, SqliteEventStore } from '#event-store/sqlite';
import { ProgressBoard, realTimers } from '#read-model';
import { SqliteReadModel } from '#read-model/sqlite';
import { ReadModelThread } from '#read-model/thread';
import { SCHEMAS } from './catalogue.js';
import { Closers } from './closers.js';
import type { ProjectionThreadData } from './projections.worker.js';
import type { StorePair } from './store-pair.js';
import type { EmbeddedStores } from './stores-config.js';

/**
 * The stores of the embedded shape: two SQLite files, one thread that writes each, under locks on their directories: a second process
 * gets one clear sentence.
 * @throws StoreOpenError, ReadModelOpenError
 */
export async function openEmbeddedPair(
  { eventsFile, readModelFile }: EmbeddedStores,
  logger: Logger,
): Promise<StorePair> {
  const locks = lockAll([dirname(eventsFile), dirname(readModelFile)]);
  const closers = new Closers();
  closers.add(() => locks.forEach((lock) => lock.release()));
  const listeners: (() => void)[] = [];
  try {
    const store = await SqliteEventStore.open({ file: eventsFile, upcast: SCHEMAS.upcast, lock: locks[0]! });
    closers.add(() => store.close());
    const readModel = new SqliteReadModel(readModelFile);
    const progress = new ProgressBoard({ completeTo: (id) => readModel.completeTo(id), timers: realTimers });
    const thread = await ReadModelThread.start({
      worker: new URL('./projections.worker.js', import.meta.url),
      workerData: { eventsFile, readModelFile } satisfies ProjectionThreadData,
      board: progress,
      onProgress: () => listeners.forEach((listener) => listener()),
      log: (sentence) => logger.warn(sentence),
    });
    closers.add(() => thread.close());
    // Closed before the thread: the last connection that closes moves the WAL into the file, and a read-only one cannot.
    closers.add(() => readModel.close());
    readModel.open();
    return {
      store,
      readModel,
      aside: thread,
      progress,
      changes: progress,
      referenceClocks: [],
      newest: async () => store.newest(),
      died: Promise.race([store.died, thread.died]),
      checks: {
        eventStore: () => store.health().detail,
        readModel: () => (progress.failure ?? thread.trouble)?.message,
      },
      onProgress: (listener) => void listeners.push(listener),
      // The locks have decided it already.
      whileOwner: (_name, signal, work) => work(signal),
      close: () => closers.close(),
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** The directories of both files; usually they are one. */
function lockAll(directories: readonly string[]): readonly DirectoryLock[] {
  return [...new Set(directories)].map((directory) => lockDirectory(directory));
}
