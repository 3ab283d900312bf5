import { type EventStore, type SkippedEvents, StoreUnavailableError } from '#event-store';
import { type Progress, type ReadModelCacheWriter, UNSHARED_ROWS } from '#read-model';
import { SqliteReadModel } from '#read-model/sqlite';
import type { StorePair } from '../store-pair.js';
import type { LogReading } from './log-reading.js';
import type { PastRows } from './past-rows.js';

/** The rows of a past are complete, and stay as they are. */
const COMPLETE: Progress = {
  ready: true,
  whenReady: async () => undefined,
  whenComplete: async () => true,
};

/** The stores of a service that stands at a past instant: a log that takes no event, and rows of its own. */
export function pastPair(log: LogReading['log'], { file, writer }: PastRows, skipped: SkippedEvents): StorePair {
  const readModel = new SqliteReadModel(file);
  readModel.open();
  return {
    store: readOnly(log),
    personalKeys: NO_KEYS,
    skipped,
    readModel,
    cacheWriter: withoutUses(writer),
    eventsIndex: undefined,
    progress: COMPLETE,
    changes: { stamp: () => 0 },
    copying: () => 'The rows of this instant are complete.',
    died: new Promise(() => undefined),
    referenceClocks: [],
    newest: async () => undefined,
    lag: UNSHARED_ROWS,
    rowsBehind: async () => ({ events: 0, at: undefined, since: undefined }),
    eventsPerSecond: () => undefined,
    checks: { eventStore: () => undefined, readModel: () => undefined, personalKeys: () => undefined },
    rowsCaughtUp: async () => true,
    onProgress: () => undefined,
    whileOwner: async () => undefined,
    close: async () => {
      readModel.close();
      writer.close();
    },
  };
}

function readOnly(log: LogReading['log']): EventStore {
  return {
    singleWriter: true,
    append: () => Promise.reject(new StoreUnavailableError('The past takes no events.')),
    read: (stream, options) => log.read(stream, options),
    follow: (options) => log.follow(options),
    close: async () => undefined,
  };
}

/** Rows are promoted as a service promotes them; that a key was used today is no part of the past. */
function withoutUses(writer: ReadModelCacheWriter): ReadModelCacheWriter {
  return {
    putRows: async () => undefined,
    amendRows: (changes) => writer.amendRows(changes),
    dropBelow: async () => 0,
    dropWorkspace: async () => 0,
  };
}

const refuse = (): never => {
  throw new Error('the past shreds no keys');
};

const NO_KEYS: StorePair['personalKeys'] = {
  keyIds: refuse,
  shredKeys: refuse,
  shredDays: refuse,
  shredWorkspace: refuse,
  rewrap: refuse,
  isWrappedNewest: refuse,
};
