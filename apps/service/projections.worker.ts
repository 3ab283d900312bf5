import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '#event-store/sqlite';
import { ProjectionRunner, realSleep } from '#read-model';
import { hostReadModel, SqliteReadModelWriter } from '#read-model/sqlite';
import { ASIDE, PROJECTIONS, SCHEMAS } from './catalogue.js';

/** What this thread is started with. */
export interface ProjectionThreadData {
  readonly eventsFile: string;
  readonly readModelFile: string;
}

/** The name the checkpoint goes by. */
const FOLLOWER = 'workspaces';

const { eventsFile, readModelFile } = workerData as ProjectionThreadData;

// The thread that writes the read model follows the log on a connection of its own: folding costs the HTTP thread nothing.
hostReadModel(parentPort!, (log) => {
  const events = openReader({ file: eventsFile, upcast: SCHEMAS.upcast });
  const writer = SqliteReadModelWriter.open({
    path: readModelFile,
    projections: PROJECTIONS,
    others: ASIDE,
    source: { end: events.end() },
    log,
  });
  return {
    writer,
    follow: async (signal, { report, trouble }) => {
      const runner = new ProjectionRunner({
        events,
        writer,
        projections: PROJECTIONS,
        follower: FOLLOWER,
        report,
        sleep: realSleep,
        trouble,
      });
      try {
        await runner.run(signal);
      } finally {
        events.close();
      }
    },
  };
});
