import { resolve } from 'node:path';
import { type Environment, integer, Problem } from './environment.js';

/** Two SQLite files of one process, by absolute path. */
export interface EmbeddedStores {
  readonly shape: 'embedded';
  readonly eventsFile: string;
  readonly readModelFile: string;
}

/** EventStoreDB and MongoDB, by connection string. */
export interface DistributedStores {
  readonly shape: 'distributed';
  readonly eventStoreUrl: string;
  readonly readModelUrl: string;
  /** Statements of one bulk write. */
  readonly readModelBatch: number;
}

/** Which stores a process uses: their URLs are all that differs between the shapes. */
export type Stores = EmbeddedStores | DistributedStores;

const EVENT_STORES = /^(?:sqlite:.|(?:esdb|kurrentdb)(?:\+discover)?:\/\/.)/;
const READ_MODELS = /^(?:sqlite:.|mongodb(?:\+srv)?:\/\/.)/;

/** Both stores are of one shape: what only one of them can do (many processes) would be wrong with the other. */
export function readStores(environment: Environment, dataDir: string): Stores {
  const eventStoreUrl = environment.read('EVENTSTORE_URL', `sqlite:${resolve(dataDir, 'events.db')}`, (text) =>
    EVENT_STORES.test(text)
      ? text
      : new Problem('must be a URL such as sqlite:./data/events.db or esdb://localhost:2113?tls=false'),
  );
  const readModelUrl = environment.read('READMODEL_URL', `sqlite:${resolve(dataDir, 'read-model.db')}`, (text) =>
    READ_MODELS.test(text)
      ? text
      : new Problem('must be a URL such as sqlite:./data/read-model.db or mongodb://localhost:27017/smart_lists'),
  );
  const readModelBatch = environment.read('READMODEL_BATCH', 1_000, (text) => integer(text, 1, 100_000));
  const eventsFile = sqliteFile(eventStoreUrl);
  const readModelFile = sqliteFile(readModelUrl);
  if (eventsFile && readModelFile) return { shape: 'embedded', eventsFile, readModelFile };
  // What was refused above stands for the embedded default here, and is no second mistake.
  if ((eventsFile ?? readModelFile) !== undefined && environment.problems.length === 0) {
    const [set, other, scheme] = eventsFile
      ? ['READMODEL_URL', 'EVENTSTORE_URL', 'esdb']
      : ['EVENTSTORE_URL', 'READMODEL_URL', 'mongodb'];
    environment.refuse(other, `must begin with ${scheme}:// as well, for ${set} names no file`);
  }
  return { shape: 'distributed', eventStoreUrl, readModelUrl, readModelBatch };
}

function sqliteFile(url: string): string | undefined {
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  return file && resolve(file);
}
