// docs/adr/0045-events-have-an-index-of-their-own.md
import type { Logger } from 'pino';
import { ReadModelUnavailableError } from '#read-model';
import { chooseFile, SqliteReadModel } from '#read-model/sqlite';
import { ReadModelThread } from '#read-model/thread';
import { INDEXING } from './catalogue.js';
import { type CountedLog, embeddedBehind } from './embedded-behind.js';
import type { EventsIndexThreadData } from './events-index.worker.js';
import { onceOpened, type ServedEventsIndex } from './served-events-index.js';
import type { EmbeddedStores } from './stores-config.js';

export interface EmbeddedEventsIndexOptions extends Pick<EmbeddedStores, 'eventsFile'> {
  readonly eventsIndexFile: string;
  /** The log that is indexed. */
  readonly log: CountedLog;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/**
 * The index of events in a file of its own, which a thread of its own writes: no write of the log or of the rows waits
 * for it. It opens in the background; what keeps it from opening keeps nothing else from starting.
 */
export function openEmbeddedEventsIndex(options: EmbeddedEventsIndexOptions): ServedEventsIndex {
  const { logger } = options;
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    logger.error({ err: error }, 'the index of events is not continued');
  };
  let running: Opened | undefined;
  const starting = start(options, fail).then((opened) => (running = opened));
  const started = starting.catch(fail);
  const opened = async (): Promise<Opened> => {
    await started;
    if (running) return running;
    throw new ReadModelUnavailableError(`The index of events cannot be opened: ${failure?.message}`);
  };
  const reaches = async () => (await opened()).rows.checkpoint(INDEXING.follower);
  return {
    ...onceOpened(async () => {
      const { rows, thread } = await opened();
      return { rows, writer: thread };
    }),
    reaches,
    behind: (signal) => embeddedBehind(options.log, reaches, signal),
    // No file is exchanged while a process has it open.
    generation: async () => '',
    eventsPerSecond: () => running?.thread.eventsPerSecond,
    trouble: () => (failure ?? running?.thread.trouble)?.message,
    close: async () => {
      await started;
      // Before the thread: see the rows of `openEmbeddedPair`.
      running?.rows.close();
      await running?.thread.close();
    },
  };
}

interface Opened {
  readonly rows: SqliteReadModel;
  readonly thread: ReadModelThread;
}

/** @throws ReadModelOpenError one clear sentence */
async function start(
  { eventsFile, eventsIndexFile, log: indexed, logger }: EmbeddedEventsIndexOptions,
  fail: (error: Error) => void,
): Promise<Opened> {
  const log = (sentence: string) => logger.warn(sentence);
  const { projections } = INDEXING;
  const file = chooseFile({ path: eventsIndexFile, projections, source: { end: indexed.end() }, log });
  const thread = await ReadModelThread.start({
    worker: new URL('./events-index.worker.js', import.meta.url),
    workerData: { eventsFile, file } satisfies EventsIndexThreadData,
    // Nothing waits for its progress.
    board: { report: () => undefined, fail },
    log,
  });
  const rows = new SqliteReadModel(file);
  try {
    rows.open();
    return { rows, thread };
  } catch (error) {
    await thread.close();
    throw error;
  }
}
