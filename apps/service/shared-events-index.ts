// docs/adr/0045-events-have-an-index-of-their-own.md
import type { Logger } from 'pino';
import type { EventStore } from '#event-store';
import { lastAt } from '#event-store/eventstoredb';
import {
  atMost,
  MOST_BEHIND,
  type ReadModel,
  type ReadModelCacheWriter,
  ReadModelUnavailableError,
  type ReadModelWriter,
  readRowsBehind,
  realSleep,
} from '#read-model';
import { ReadModelThread } from '#read-model/thread';
import { INDEXING } from './catalogue.js';
import { connectEventsIndex, THREAD_CLOSE_MS } from './distributed-stores.js';
import type { LeasedEventsIndexData } from './leased-events-index.worker.js';
import { onceOpened, type ServedEventsIndex } from './served-events-index.js';
import type { DistributedStores } from './stores-config.js';

export interface SharedEventsIndexOptions {
  /** The log that is indexed. */
  readonly log: Pick<EventStore, 'follow'>;
  readonly stores: DistributedStores;
  /** Identifies this process in the lease of the follower. */
  readonly owner: string;
  /** Whether this process follows the log while it holds the lease. */
  readonly projects: boolean;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** A connection to the index. */
interface Connected {
  readonly model: ReadModel;
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
  generation(): Promise<string | undefined>;
  health(): { readonly detail: string | undefined };
  close(): Promise<void>;
}

/**
 * The index of events as a copy of its own beside the rows, with a leased follower in a thread. It opens in the
 * background; what keeps it from opening keeps nothing else from starting.
 */
export function openSharedEventsIndex(options: SharedEventsIndexOptions): ServedEventsIndex {
  const { stores, projects, logger } = options;
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    logger.error({ err: error }, 'this process does not continue the index of events');
  };
  let connected: Connected | undefined;
  let thread: ReadModelThread | undefined;
  const connecting = connectEventsIndex(stores, (sentence) => logger.warn(sentence)).then(
    (it) => (connected = it),
    fail,
  );
  const starting = projects ? startFollower(options, fail).then((it) => (thread = it), fail) : undefined;
  const opened = async (): Promise<Connected> => {
    await connecting;
    if (connected) return connected;
    throw new ReadModelUnavailableError(`The index of events cannot be opened: ${failure?.message}`);
  };
  const reaches = async () => {
    const at = await (await opened()).writer.checkpoint(INDEXING.follower);
    return at && lastAt(at);
  };
  const behind = { events: options.log, rowsAreAt: reaches, prefixes: INDEXING.prefixes, limit: MOST_BEHIND };
  return {
    ...onceOpened(async () => {
      const { model, writer } = await opened();
      return { rows: model, writer };
    }),
    reaches,
    behind: (signal) => readRowsBehind(behind, signal),
    generation: async () => {
      const found = await (await opened()).generation();
      if (found !== undefined) return found;
      throw new ReadModelUnavailableError('The index of events was dropped and is not there again yet.');
    },
    eventsPerSecond: () => thread?.eventsPerSecond,
    trouble: () => (failure ?? thread?.trouble)?.message ?? connected?.health().detail,
    close: async () => {
      // A store that hangs must not hold up the end of the process: nothing of the index is lost with it.
      const closing = Promise.all([connecting, starting]).then(() =>
        Promise.all([connected?.close(), thread?.close()]),
      );
      await atMost(THREAD_CLOSE_MS, closing, realSleep);
    },
  };
}

function startFollower(
  { stores, owner, logger }: SharedEventsIndexOptions,
  fail: (error: Error) => void,
): Promise<ReadModelThread> {
  return ReadModelThread.start({
    worker: new URL('./leased-events-index.worker.js', import.meta.url),
    workerData: { stores, owner } satisfies LeasedEventsIndexData,
    // Nothing waits for its progress.
    board: { report: () => undefined, fail },
    closeWithinMs: THREAD_CLOSE_MS,
    log: (sentence) => logger.info(sentence),
  });
}
