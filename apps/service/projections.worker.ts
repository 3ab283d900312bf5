import { parentPort, workerData } from 'node:worker_threads';
import { SkippedEvents } from '#event-store';
import { openReader } from '#event-store/sqlite';
import { ProjectionRunner, realSleep } from '#read-model';
import { SqliteReadModelWriter } from '#read-model/sqlite';
import { hostReadModel } from '#read-model/thread';
import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS, FOLLOWING, SCHEMAS } from './catalogue.js';

/** The start data of this thread. */
export interface ProjectionThreadData {
  readonly eventsFile: string;
  readonly readModelFile: string;
}

const { eventsFile, readModelFile } = workerData as ProjectionThreadData;

// The thread that writes the read model follows the log on a connection of its own: folding costs the HTTP thread
// nothing.
await hostReadModel(parentPort!, (log) => {
  const skipped = new SkippedEvents();
  const events = openReader({ file: eventsFile, upcast: SCHEMAS.upcast, skipped });
  const writer = SqliteReadModelWriter.open({
    path: readModelFile,
    projections: FOLLOWER_PROJECTIONS,
    others: CACHE_COLLECTIONS,
    source: { end: events.end() },
    log,
  });
  const ports = { ...FOLLOWING, events, skipped, writer, sleep: realSleep };
  return {
    writer,
    follow: (signal, tell) => new ProjectionRunner({ ...ports, ...tell }).run(signal),
    close: () => {
      events.close();
      writer.close();
    },
  };
});
