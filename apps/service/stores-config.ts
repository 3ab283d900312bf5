import { dirname, resolve } from 'node:path';
import { IsIn, Matches } from 'class-validator';
import { type Environment, Variable, wholeNumber } from './environment.js';

/** The SQLite files of one process, by absolute path. */
export interface EmbeddedStores {
  readonly shape: 'embedded';
  readonly eventsFile: string;
  readonly readModelFile: string;
  /** The keys of personal data, beside the events. */
  readonly keysFile: string;
  /** The index of events, beside the rows; undefined: there is none. */
  readonly eventsIndexFile: string | undefined;
}

/** EventStoreDB and MongoDB, by connection string. */
export interface DistributedStores {
  readonly shape: 'distributed';
  readonly eventStoreUrl: string;
  readonly readModelUrl: string;
  /** The keys of personal data; undefined: the server of the read model, in a database of their own. */
  readonly personalKeysUrl: string | undefined;
  /** Statements of one bulk write. */
  readonly readModelBatch: number;
  /** Whether the index of events is kept. */
  readonly hasEventsIndex: boolean;
}

/** The stores of a process: the shapes differ only in their URLs. */
export type Stores = EmbeddedStores | DistributedStores;

class StoreSettings {
  @Variable('EVENTSTORE_URL')
  @Matches(/^(?:sqlite:.|(?:esdb|kurrentdb)(?:\+discover)?:\/\/.)/, {
    message: 'must be a URL such as sqlite:./data/events.db or esdb://localhost:2113?tls=false',
  })
  readonly eventStoreUrl: string | undefined;

  @Variable('READMODEL_URL')
  @Matches(/^(?:sqlite:.|mongodb(?:\+srv)?:\/\/.)/, {
    message: 'must be a URL such as sqlite:./data/read-model.db or mongodb://localhost:27017/smart_lists',
  })
  readonly readModelUrl: string | undefined;

  @Variable('PERSONAL_KEYS_URL')
  @Matches(/^mongodb(?:\+srv)?:\/\/./, { message: 'must be a URL such as mongodb://localhost:27017/smart_lists_keys' })
  readonly personalKeysUrl: string | undefined;

  @Variable('READMODEL_BATCH', wholeNumber(1, 100_000)) readonly readModelBatch: number = 1_000;
  /** off: no index of events is kept, and GET /events shows none. */
  @Variable('EVENTS_INDEX')
  @IsIn(['on', 'off'], { message: 'must be one of $constraint1' })
  readonly eventsIndex: string = 'on';
}

/** Both stores must be of one shape: what only one of them can do (many processes) would be wrong with the other. */
export function readStores(environment: Environment, dataDir: string): Stores {
  const problemsBefore = environment.problems.length;
  const settings = environment.read(StoreSettings);
  const { readModelBatch, personalKeysUrl } = settings;
  const hasEventsIndex = settings.eventsIndex === 'on';
  const eventStoreUrl = settings.eventStoreUrl ?? `sqlite:${resolve(dataDir, 'events.db')}`;
  const readModelUrl = settings.readModelUrl ?? `sqlite:${resolve(dataDir, 'read-model.db')}`;
  const eventsFile = sqliteFile(eventStoreUrl);
  const readModelFile = sqliteFile(readModelUrl);
  if (eventsFile && eventsFile === readModelFile) {
    environment.refuse('READMODEL_URL', 'must name another file than EVENTSTORE_URL');
  }
  if (eventsFile && readModelFile) {
    const keysFile = keysFileOf(eventsFile);
    const eventsIndexFile = hasEventsIndex ? resolve(dirname(readModelFile), 'events-index.db') : undefined;
    return { shape: 'embedded', eventsFile, readModelFile, keysFile, eventsIndexFile };
  }
  // A value refused above counts as the embedded default here, and is no second mistake.
  if ((eventsFile ?? readModelFile) !== undefined && environment.problems.length === problemsBefore) {
    const [set, other, scheme] = eventsFile
      ? ['READMODEL_URL', 'EVENTSTORE_URL', 'esdb']
      : ['EVENTSTORE_URL', 'READMODEL_URL', 'mongodb'];
    environment.refuse(other, `must begin with ${scheme}:// as well, for ${set} names no file`);
  }
  return { shape: 'distributed', eventStoreUrl, readModelUrl, personalKeysUrl, readModelBatch, hasEventsIndex };
}

/** The absolute path of a file of SQLite; undefined: the URL names none. */
export function sqliteFile(url: string): string | undefined {
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  return file && resolve(file);
}

/** Where the keys of personal data stand: beside the events. */
export function keysFileOf(eventsFile: string): string {
  return resolve(dirname(eventsFile), 'keys.db');
}
