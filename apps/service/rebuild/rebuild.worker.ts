import { parentPort, workerData } from 'node:worker_threads';
import { inspectLive, SqliteReadModel } from '#read-model/sqlite';
import { FOLLOWER } from '../catalogue.js';
import { giveWay } from '../give-way.js';
import { compareWithFold, type VerifiedRows } from '../past/rows/compare-with-fold.js';
import type { RowDifference } from '../past/rows/row-difference.js';
import { atIntervals, MOST_TOLD } from './building.js';
import { openThreadLog, type ThreadLogData } from '../thread-log.js';

/** The start data of this thread. */
export interface RebuildThreadData extends ThreadLogData {
  /** The file of the rows that are served. */
  readonly liveFile: string;
  /** The file that is built; what it has already is kept. */
  readonly file: string;
}

/** Messages of the thread. Any message to it ends it. */
export type FromRebuild =
  /** Events, by their positions. */
  | { readonly kind: 'folded'; readonly folded: number; readonly of: number }
  | { readonly kind: 'compared'; readonly rows: number }
  /** A row differs; undefined: it is one of more than are told. */
  | { readonly kind: 'differs'; readonly difference: RowDifference | undefined }
  | { readonly kind: 'done'; readonly result: VerifiedRows }
  | { readonly kind: 'failed'; readonly message: string };

const data = workerData as RebuildThreadData;
const { liveFile, file } = data;
const port = parentPort!;
const tell = (message: FromRebuild): void => port.postMessage(message);
const stop = new AbortController();
port.once('message', () => stop.abort());

giveWay();
const { log, skipped, end, close } = openThreadLog(data);
const model = new SqliteReadModel(liveFile);
try {
  model.open();
  await skipped.refresh(log);
  const resumesAfter = inspectLive(file)?.checkpoint;
  let differences = 0;
  const result = await compareWithFold({
    ...{ log, end: end(), file, resumesAfter, isBuilding: true, skipped, workspaceId: undefined },
    live: { model, checkpoint: async () => model.checkpoint(FOLLOWER) },
    folded: atIntervals((position) => {
      tell({ kind: 'folded', folded: Number(position ?? 0), of: Number(end() ?? 0) });
    }),
    compared: atIntervals((rows) => tell({ kind: 'compared', rows })),
    found: (difference) => {
      differences += 1;
      tell({ kind: 'differs', difference: differences > MOST_TOLD ? undefined : difference });
    },
    signal: stop.signal,
  });
  tell({ kind: 'done', result });
} catch (error) {
  if (!stop.signal.aborted) tell({ kind: 'failed', message: (error as Error).message });
} finally {
  stop.abort();
  model.close();
  await close();
  port.close();
}
