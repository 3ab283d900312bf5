import { join } from 'node:path';
import { openReader, SqliteEventStore } from '../libs/event-store/sqlite/index.js';
import { workspaceStream } from '../libs/kernel/index.js';
import type { Collection, DomainEvent, Projection, Row } from '../libs/kernel/index.js';
import { ProjectionRunner, realSleep } from '../libs/read-model/index.js';
import { SqliteReadModelWriter } from '../libs/read-model/sqlite/index.js';
import { memberAdded, metadata, newEvent, numberedId } from './support/events.js';
import { paired, perSecond } from './support/measure.js';
import type { BenchOptions, Result } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { untilCommitted } from './support/tools.js';
import type { EmmettConnection, EmmettSqlite } from './support/tools.js';

const STREAMS = 100;
/** Each document is made by one event and changed by three more. */
const EVENTS_A_DOCUMENT = 4;
const OURS_PER_STREAM = 2_000;
const THEIRS_PER_STREAM = 200;
const PER_APPEND = 100;
const LIST = numberedId(2, 1);

interface Tally extends Row {
  readonly workspace_id: string;
  readonly contact_id: string;
  readonly times: number;
}

const TALLIES: Collection<Tally> = { name: 'tallies', key: ['workspace_id', 'contact_id'], indexes: [] };

const projection: Projection<Tally> = {
  collection: TALLIES,
  version: 1,
  keys: ({ data, metadata: { workspace_id } }) => [[workspace_id, (data as { contact_id: string }).contact_id]],
  evolve: (row, event, [workspace_id, contact_id]) => ({
    workspace_id: workspace_id!,
    contact_id: contact_id!,
    times: (row?.times ?? 0) + 1,
    revision: event.revision,
  }),
};

/** The same events folded into the same documents, over the whole log. */
export async function projections(options: BenchOptions, emmett: EmmettSqlite): Promise<Result> {
  const { directory, remove } = scratch(options.directory, 's9-projection');
  const ours = join(directory, 'ours', 'events.db');
  const theirs = join(directory, 'emmett.db');
  try {
    await fillOurs(ours);
    await fillTheirs(emmett, theirs);
    const figures = await paired(options, {
      unit: 'events/s',
      ours: {
        what: 'ProjectionRunner on SqliteReadModelWriter',
        run: (round) => projectOurs(ours, join(directory, `read-model-${round}.db`)),
      },
      theirs: {
        what: 'a consumer of emmett-sqlite: reads the document, folds, writes it; checkpoint in the same transaction',
        run: (round) => projectTheirs(emmett, theirs, round),
      },
    });
    return {
      id: 'S9 project',
      work: {
        events: { ours: STREAMS * OURS_PER_STREAM, theirs: STREAMS * THEIRS_PER_STREAM },
        streams: STREAMS,
        events_a_document: EVENTS_A_DOCUMENT,
        batch: '1,000 events, both sides; theirs pulls again at once',
        durability: 'each side as it comes: rows are rebuilt from the log',
      },
      ...figures,
      must: 5,
      aim: 10,
      bar: 'at_least',
      notes: ['both sides are asked afterwards for the sum of all documents: every event counted once'],
    };
  } finally {
    remove();
  }
}

/** Batches of the events of one stream. */
function* batches(perStream: number): Generator<readonly DomainEvent[]> {
  for (let from = 0; from < perStream; from += PER_APPEND) {
    yield Array.from({ length: PER_APPEND }, (_, at) =>
      memberAdded(LIST, numberedId(3, (from + at) % (perStream / EVENTS_A_DOCUMENT))),
    );
  }
}

async function fillOurs(file: string): Promise<void> {
  const store = await SqliteEventStore.open({ file, upcast: (event) => event });
  for (let number = 0; number < STREAMS; number += 1) {
    const workspaceId = numberedId(1, number);
    const meta = metadata(workspaceId);
    let revision = -1;
    for (const batch of batches(OURS_PER_STREAM)) {
      const events = batch.map((event) => newEvent(event, meta));
      ({ revision } = await store.append(workspaceStream(workspaceId), events, revision < 0 ? 'no_stream' : revision));
    }
  }
  await store.close();
}

async function projectOurs(file: string, path: string): Promise<number> {
  const reader = openReader({ file, upcast: (event) => event });
  const writer = SqliteReadModelWriter.open({ path, projections: [projection] });
  const done = new AbortController();
  const runner = new ProjectionRunner({
    events: reader,
    writer,
    projections: [projection],
    follower: 'bench',
    sleep: realSleep,
    report: ({ caughtUp }) => {
      if (caughtUp) done.abort();
    },
  });
  try {
    const start = performance.now();
    await runner.run(done.signal);
    const rate = perSecond(STREAMS * OURS_PER_STREAM, start);
    const keys = Array.from({ length: STREAMS }, (_, number) => [numberedId(1, number), numberedId(3, 0)]);
    const tallies = await writer.getMany(TALLIES, keys);
    if (tallies.some((row) => row?.times !== EVENTS_A_DOCUMENT)) throw new Error('an event was not counted once');
    return rate;
  } finally {
    writer.close();
    reader.close();
  }
}

async function fillTheirs(emmett: EmmettSqlite, fileName: string): Promise<void> {
  const connection = emmett.sqliteConnection({ fileName });
  await emmett.createEventStoreSchema(connection);
  for (let number = 0; number < STREAMS; number += 1) {
    const workspaceId = numberedId(1, number);
    let position = 0n;
    for (const batch of batches(THEIRS_PER_STREAM)) {
      const events = batch.map((event) => ({ ...event, metadata: metadata(workspaceId) }));
      const expectedStreamVersion = position;
      const stream = workspaceStream(workspaceId);
      await untilCommitted(() =>
        emmett.appendToStream(connection, stream, 'workspace', events, { expectedStreamVersion }),
      );
      position += BigInt(batch.length);
    }
  }
  connection.close();
}

async function projectTheirs(emmett: EmmettSqlite, fileName: string, round: number): Promise<number> {
  const table = `tallies_${round}`;
  const setUp = emmett.sqliteConnection({ fileName });
  await setUp.command(`CREATE TABLE ${table} (key TEXT PRIMARY KEY, document TEXT NOT NULL)`);
  const last = STREAMS * THEIRS_PER_STREAM;
  let seen = 0;
  const consumer = emmett
    .getSQLiteEventStore({ fileName })
    .consumer({ pulling: { batchSize: 1_000, pullingFrequencyInMs: 0 } });
  consumer.processor({
    processorId: `bench-${round}`,
    startFrom: 'BEGINNING',
    stopAfter: () => (seen += 1) === last,
    eachMessage: async (event, { connection }) => tally(connection, table, event.data as { contact_id: string }, event),
  });
  const start = performance.now();
  await consumer.start();
  const rate = perSecond(last, start);
  const found = await setUp.querySingle<{ total: number }>(
    `SELECT sum(json_extract(document, '$.times')) AS total FROM ${table}`,
  );
  await consumer.close();
  setUp.close();
  if (found?.total !== last) throw new Error(`emmett-sqlite counted ${found?.total} of ${last} events`);
  return rate;
}

async function tally(
  connection: EmmettConnection,
  table: string,
  { contact_id }: { readonly contact_id: string },
  event: { readonly metadata: object },
): Promise<void> {
  const { workspace_id } = event.metadata as { readonly workspace_id: string };
  const key = `${workspace_id}|${contact_id}`;
  const [row] = await connection.query<{ document: string }>(`SELECT document FROM ${table} WHERE key = ?`, [key]);
  const times = row ? (JSON.parse(row.document) as { times: number }).times : 0;
  const document = JSON.stringify({ workspace_id, contact_id, times: times + 1 });
  await connection.command(`INSERT OR REPLACE INTO ${table} VALUES (?, ?)`, [key, document]);
}
