import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '#event-store/sqlite';
import { ProjectionRunner, ReadModelOpenError, realSleep } from '#read-model';
import { SqliteReadModelWriter } from '#read-model/sqlite';
import { ASIDE, PROJECTIONS, SCHEMAS } from './catalogue.js';
import type { FromProjections, ProjectionThreadData, ToProjections } from './projection-protocol.js';

/** The thread that writes the read model: follows the log on a connection of its own, folds and writes in one place. */
const FOLLOWER = 'workspaces';

const port = parentPort!;
const tell = (message: FromProjections): void => port.postMessage(message);
const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const { eventsFile, readModelFile } = workerData as ProjectionThreadData;
try {
  run(
    SqliteReadModelWriter.open({
      path: readModelFile,
      projections: PROJECTIONS,
      others: ASIDE,
      log: (sentence) => tell({ kind: 'note', sentence }),
    }),
  );
} catch (error) {
  if (!(error instanceof ReadModelOpenError)) throw error;
  tell({ kind: 'refused', sentence: error.message });
  port.close();
}

function run(writer: SqliteReadModelWriter): void {
  const events = openReader({ file: eventsFile, upcast: SCHEMAS.upcast });
  const stop = new AbortController();
  const runner = new ProjectionRunner({
    events,
    writer,
    projections: PROJECTIONS,
    follower: FOLLOWER,
    report: ({ completeTo, caughtUp }) => tell({ kind: 'progress', completeTo: [...completeTo], caughtUp }),
    sleep: realSleep,
    trouble: (error) => tell({ kind: 'trouble', sentence: error?.message }),
  });
  tell({ kind: 'open' });
  const stopped = runner
    .run(stop.signal)
    .catch((error: unknown) => tell({ kind: 'stopped', sentence: sentenceOf(error) }));
  port.on('message', (message: ToProjections) => {
    if (message.kind !== 'close') return void writeAside(writer, message);
    stop.abort();
    void stopped.then(() => {
      events.close();
      writer.close();
      port.close();
    });
  });
}

async function writeAside(
  writer: SqliteReadModelWriter,
  message: Exclude<ToProjections, { kind: 'close' }>,
): Promise<void> {
  const { id } = message;
  try {
    if (message.kind === 'put') await writer.put(message.writes);
    const count = message.kind === 'drop' ? await writer.dropBelow(message.collection, message.options) : 0;
    tell({ kind: 'done', id, count });
  } catch (error) {
    tell({ kind: 'failed', id, sentence: sentenceOf(error) });
  }
}
