import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { noteUnknownZone } from '#eligibility';
import { ChainedEventStore, SkippedEvents } from '#event-store';
import { type DirectoryLock, lockDirectory, SqliteEventStore } from '#event-store/sqlite';
import { type Timers, type Tracer, unlessAborted } from '#kernel';
import { KeyCache, KeysOfLog, SealingEventStore } from '#personal-data';
import { SqlitePersonalKeys } from '#personal-data/sqlite';
import { ProgressBoard, UNSHARED_ROWS } from '#read-model';
import { PageThreads } from '#read-model/pages';
import { chooseFile, fileFingerprint, settlePlaces, SqliteReadModel } from '#read-model/sqlite';
import { ReadModelThread } from '#read-model/thread';
import { CACHE_COLLECTIONS, FOLLOWER, FOLLOWER_PROJECTIONS, SCHEMAS } from './catalogue.js';
import { Closers } from './closers.js';
import { embeddedBehind } from './embedded-behind.js';
import { openEmbeddedEventsIndex } from './embedded-events-index.js';
import { every } from './every.js';
import type { Machine } from './machine.js';
import type { PagesThreadData } from './pages.worker.js';
import type { ProjectionThreadData } from './projections.worker.js';
import { RowsRebuild } from './rebuild/rows-rebuild.js';
import { ServedRows } from './rebuild/served-rows.js';
import type { SecretsKeys } from './secrets-keys.js';
import type { StorePair } from './store-pair.js';
import type { EmbeddedStores } from './stores-config.js';
import { tracedBoard } from './tracing/traced-board.js';

/**
 * Milliseconds between two log lines about the progress of a copy: one that takes minutes must not look like a
 * standstill.
 */
const TELL_MS = 5_000;

export interface EmbeddedOptions {
  readonly logger: Logger;
  readonly machine: Pick<Machine, 'clock' | 'timers' | 'ids' | 'monotonic'>;
  /** The keys that wrap those of personal data, derived from SECRETS_KEY. */
  readonly secrets: SecretsKeys;
  /** PERSONAL_KEYS_LOST: the keys that the log was written with are lost. */
  readonly areKeysLost: boolean;
  /** Undefined: nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/**
 * The stores of the embedded shape: four SQLite files, one thread that writes each, under locks on their directories:
 * a second process gets one clear sentence.
 * @throws StoreOpenError, PersonalKeysOpenError, ReadModelOpenError
 */
export async function openEmbeddedPair(
  { eventsFile, readModelFile, keysFile, eventsIndexFile }: EmbeddedStores,
  { logger, machine, secrets, areKeysLost, tracer }: EmbeddedOptions,
): Promise<StorePair> {
  const { timers } = machine;
  // The compaction of rows writes them into a temporary file; elsewhere the disk may be small, or in memory. SQLite
  // reads this once, when the first file is opened.
  process.env['SQLITE_TMPDIR'] ??= dirname(readModelFile);
  const locks = lockAll([dirname(eventsFile), dirname(readModelFile)]);
  const closers = new Closers();
  closers.add(() => locks.forEach((lock) => lock.release()));
  const listeners: (() => void)[] = [];
  try {
    const skipped = new SkippedEvents();
    const decoding = { upcast: SCHEMAS.upcast, skipped };
    const store = await SqliteEventStore.open({ file: eventsFile, ...decoding, lock: locks[0]! });
    closers.add(() => store.close());
    const chained = new ChainedEventStore(store);
    const keysOfLog = new KeysOfLog({ log: chained, ...machine, isLost: areKeysLost });
    const mayMake = await keysOfLog.mayMake();
    const keysStore = await SqlitePersonalKeys.open({ file: keysFile, secrets, mayMake });
    const keys = new KeyCache(keysStore, machine);
    closers.add(() => keys.close());
    await keysOfLog.claim(keys, keysFile);
    const sealed = new SealingEventStore({ store: chained, keys, schemas: SCHEMAS, timers });
    closers.add(() => sealed.close());
    await skipped.refresh(store);
    const shape = { projections: FOLLOWER_PROJECTIONS, others: CACHE_COLLECTIONS };
    const log = (sentence: string) => logger.warn(sentence);
    const isRebuildUnfinished = settlePlaces(readModelFile, fileFingerprint(FOLLOWER_PROJECTIONS, CACHE_COLLECTIONS));
    const file = chooseFile({ path: readModelFile, ...shape, source: { end: store.end() }, log });
    const threads = { eventsFile, keysFile, secrets, readModelPath: readModelFile, isTraced: tracer !== undefined };
    const readModel = new SqliteReadModel(file);
    const progress = new ProgressBoard({
      projectedRevision: (id) => readModel.projectedRevision(id),
      timers,
    });
    const told = tracedBoard(progress, tracer);
    const rows = await ServedRows.open(file, readModel, {
      start: ({ file: readModelFile, takes, board }) => {
        const worker = new URL('./projections.worker.js', import.meta.url);
        const workerData: ProjectionThreadData = { ...threads, readModelFile, ...(takes && { takes }) };
        return ReadModelThread.start({ worker, workerData, board, log });
      },
      startPages: (readModelFile, readModel) => {
        const worker = new URL('./pages.worker.js', import.meta.url);
        const workerData: PagesThreadData = { readModelFile };
        const noted = (zones: readonly string[]): void => zones.forEach(noteUnknownZone);
        const count = pageThreadsOn(availableParallelism());
        return new PageThreads({ readModel, count, worker, workerData, noted, log });
      },
      board: {
        report: (report) => {
          told.report(report);
          listeners.forEach((listener) => listener());
        },
        fail: (error) => told.fail(error),
      },
      timers,
    });
    closers.add(() => rows.close());
    const rebuild = new RowsRebuild({
      ...{ ...machine, ...threads, rows, logger },
      path: readModelFile,
      isReady: () => progress.ready,
    });
    closers.add(() => rebuild.close());
    if (isRebuildUnfinished) {
      progress.whenReady().then(
        () => rebuild.resume(),
        () => undefined,
      );
    }
    const eventsIndex =
      eventsIndexFile === undefined
        ? undefined
        : openEmbeddedEventsIndex({ eventsFile, eventsIndexFile, log: store, logger });
    closers.add(() => eventsIndex?.close());
    const copying = (): string => `The read model is being built from the log${howFar(store, readModel)}.`;
    closers.add(tellWhileCopying(progress, timers, () => logger.info(copying())));
    return {
      store: sealed,
      personalKeys: keys,
      skipped,
      readModel,
      pages: rows.pages,
      cacheWriter: rows,
      rebuild,
      eventsIndex,
      progress,
      changes: progress,
      copying,
      referenceClocks: [],
      newest: async () => store.newest(),
      died: Promise.race([store.died, keysStore.died, rows.died]),
      isSoleProcess: true,
      lag: UNSHARED_ROWS,
      rowsBehind: (signal) => embeddedBehind(store, async () => readModel.checkpoint(FOLLOWER), signal),
      eventsPerSecond: () => rows.eventsPerSecond,
      onCommit: (listener) => store.onCommit(listener),
      checks: {
        eventStore: () => store.health().detail,
        // A file that cannot be written fails the requests that need it; a thread that died ends the process.
        personalKeys: () => keysStore.trouble,
        readModel: () => (progress.failure ?? rows.trouble)?.message,
      },
      // Its own follower is the only one, and reports nothing before it has read the log to its end.
      rowsCaughtUp: (signal) => unlessAborted(progress.whenReady(), signal).then(() => true),
      onProgress: (listener) => void listeners.push(listener),
      // The locks have already made this process the only one.
      whileOwner: (_scope, signal, work) => work(signal),
      close: () => closers.close(),
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** Two keep the HTTP thread busy, which sends what they print. On a single core they would take it from that thread. */
function pageThreadsOn(cores: number): number {
  return cores === 1 ? 0 : cores <= 3 ? 1 : 2;
}

/** The number of folded events and of all events, as the end of a sentence; empty where a file cannot be read now. */
function howFar(store: SqliteEventStore, readModel: SqliteReadModel): string {
  try {
    const [folded, of] = [Number(readModel.checkpoint(FOLLOWER) ?? 0), Number(store.end() ?? 0)];
    return `: ${folded} of ${of} events`;
  } catch {
    return '';
  }
}

/** Logs every five seconds that there is no complete copy yet; the returned function ends it. */
function tellWhileCopying(progress: ProgressBoard, timers: Timers, tell: () => void): () => void {
  const end = every(timers, TELL_MS, tell);
  progress.whenReady().then(end, end);
  return end;
}

/** The directories of both files; usually they are one. */
function lockAll(directories: readonly string[]): readonly DirectoryLock[] {
  return [...new Set(directories)].map((directory) => lockDirectory(directory));
}
