import { parentPort, workerData } from 'node:worker_threads';
import { SkippedEvents } from '#event-store';
import { openReader } from '#event-store/sqlite';
import { EventOpener, OpenedLog, ReadKeyCache } from '#personal-data';
import { openKeysReader } from '#personal-data/sqlite';
import { ProjectionRunner, realSleep, realTimers } from '#read-model';
import { removeCopies, SqliteReadModelWriter, type TakenPlace } from '#read-model/sqlite';
import { hostReadModel } from '#read-model/thread';
import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS, FOLLOWING, SCHEMAS } from './catalogue.js';
import { ofThread, type SecretsKeys } from './secrets-keys.js';

/** The start data of this thread. */
export interface ProjectionThreadData {
  readonly eventsFile: string;
  /** The path of the rows, and the file at or beside it that has them (`chooseFile`). */
  readonly readModelPath: string;
  readonly readModelFile: string;
  /** The file that this one takes the place of once it is open; undefined: it is live already. */
  readonly takes?: TakenPlace;
  readonly keysFile: string;
  /** The keys that wrap those of personal data. */
  readonly secrets: SecretsKeys;
  /** Whether its reports tell of traces. */
  readonly isTraced: boolean;
}

const data = workerData as ProjectionThreadData;
const { eventsFile, readModelPath, readModelFile, takes, keysFile, secrets, isTraced } = data;

// The thread that writes the read model follows the log on a connection of its own: folding costs the HTTP thread
// nothing.
await hostReadModel(parentPort!, (log) => {
  const skipped = new SkippedEvents();
  const reader = openReader({ file: eventsFile, upcast: SCHEMAS.upcast, skipped });
  const time = { clock: { now: () => Date.now() }, timers: realTimers };
  const keys = new ReadKeyCache(openKeysReader({ file: keysFile, secrets: ofThread(secrets) }), time);
  const closed = new AbortController();
  const opener = new EventOpener(keys);
  const events = new OpenedLog({ log: reader, opener, timers: realTimers, closed: closed.signal });
  const writer = SqliteReadModelWriter.open({
    path: readModelFile,
    projections: FOLLOWER_PROJECTIONS,
    others: CACHE_COLLECTIONS,
    source: { end: reader.end() },
    log,
  });
  if (takes) writer.takePlace(takes);
  const traces = isTraced ? { clock: time.clock, monotonic: () => performance.now() } : undefined;
  const ports = { ...FOLLOWING, events, skipped, writer, sleep: realSleep, traces };
  return {
    writer,
    // Its copies are removed then: before, the other file is read.
    served: () =>
      writer.compact({
        timers: realTimers,
        monotonic: () => performance.now(),
        removeCopies: () => removeCopies(readModelPath, readModelFile),
      }),
    follow: (signal, tell) => new ProjectionRunner({ ...ports, ...tell }).run(signal),
    close: () => {
      closed.abort();
      void keys.close();
      reader.close();
      writer.close();
    },
  };
});
