import { parentPort, workerData } from 'node:worker_threads';
import { SkippedEvents } from '#event-store';
import { openReader } from '#event-store/sqlite';
import { ProjectionRunner, realSleep } from '#read-model';
import { SqliteReadModelWriter } from '#read-model/sqlite';
import { hostReadModel } from '#read-model/thread';
import { INDEXING, SCHEMAS } from './catalogue.js';
import { indexedLog } from './events-index-log.js';
import { giveWay } from './give-way.js';

/** The start data of this thread. */
export interface EventsIndexThreadData {
  readonly eventsFile: string;
  /** The file of the index (`chooseFile`). */
  readonly file: string;
}

const { eventsFile, file } = workerData as EventsIndexThreadData;

giveWay();
// The index of events is written by a thread, and into a file, of its own. It has ids alone: nothing is opened.
await hostReadModel(parentPort!, (log) => {
  const skipped = new SkippedEvents();
  const reader = openReader({ file: eventsFile, upcast: SCHEMAS.upcast, skipped });
  const { projections } = INDEXING;
  const writer = SqliteReadModelWriter.open({ path: file, projections, source: { end: reader.end() }, log });
  const events = indexedLog(reader);
  const ports = { ...INDEXING, events, skipped, writer, sleep: realSleep };
  return {
    writer,
    follow: (signal, tell) => new ProjectionRunner({ ...ports, ...tell }).run(signal),
    close: () => {
      reader.close();
      writer.close();
    },
  };
});
