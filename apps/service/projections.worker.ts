import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ProjectionRunner, realSleep, realTimers, TURN_EVENTS } from '#read-model';
import { removeCopies, SqliteReadModelWriter, type TakenPlace } from '#read-model/sqlite';
import { hostReadModel } from '#read-model/thread';
import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS, FOLLOWING } from './catalogue.js';
import { openThreadLog, type ThreadLogData } from './thread-log.js';

/** The start data of this thread. */
export interface ProjectionThreadData extends ThreadLogData {
  /** The path of the rows, and the file at or beside it that has them (`chooseFile`). */
  readonly readModelPath: string;
  readonly readModelFile: string;
  /** The file that this one takes the place of once it is open; undefined: it is live already. */
  readonly takes?: TakenPlace;
  /** Whether its reports tell of traces. */
  readonly isTraced: boolean;
}

const data = workerData as ProjectionThreadData;
const { readModelPath, readModelFile, takes, isTraced } = data;

// The thread that writes the read model follows the log on a connection of its own: folding costs the HTTP thread
// nothing.
await hostReadModel(parentPort!, (log) => {
  const { log: events, skipped, end, close } = openThreadLog(data);
  const writer = SqliteReadModelWriter.open({
    path: readModelFile,
    // Nobody reads rows before their follower has reached the end of the log.
    indexesLast: true,
    projections: FOLLOWER_PROJECTIONS,
    others: CACHE_COLLECTIONS,
    source: { end: end() },
    log,
  });
  if (takes) writer.takePlace(takes);
  const traces = isTraced ? { clock: { now: () => Date.now() }, monotonic: () => performance.now() } : undefined;
  const loaded = () => writer.addIndexes();
  const turns = { turnEvents: TURN_EVENTS, turnOfEventLoop: (): Promise<void> => setImmediate() };
  const ports = { ...FOLLOWING, ...turns, events, skipped, writer, loaded, sleep: realSleep, traces };
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
      void close();
      writer.close();
    },
  };
});
