import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteEventStore } from '../libs/event-store/sqlite/index.js';
import { appendAll } from './s1-append.js';
import { memberAdded, metadata, numberedId } from './support/events.js';
import { paired, perSecond } from './support/measure.js';
import type { Bench, BenchOptions, Result } from './support/measure.js';
import { scratch } from './support/scratch.js';
import { projections } from './s9-projection.js';
import { emmettSqlite, untilCommitted } from './support/tools.js';
import type { EmmettSqlite } from './support/tools.js';

const IN_FLIGHT = 256;
const PER_STREAM = 1_000;
const LIST = numberedId(2, 1);

/** The same appends and the same projection on the SQLite pair of this service and on emmett-sqlite. */
export const s9: Bench = {
  id: 'S9',
  title: 'append and projection rates : @event-driven-io/emmett-sqlite 0.38.5',
  async run(options) {
    const emmett = await emmettSqlite();
    return [await appends(options, emmett), await projections(options, emmett)];
  },
};

async function appends(options: BenchOptions, emmett: EmmettSqlite): Promise<Result> {
  const { directory, remove } = scratch(options.directory, 's9');
  const store = await SqliteEventStore.open({ file: join(directory, 'ours', 'events.db'), upcast: (event) => event });
  try {
    const theirs = join(directory, 'emmett');
    mkdirSync(theirs, { recursive: true });
    const figures = await paired(options, {
      unit: 'appends/s',
      ours: {
        what: `SqliteEventStore.append, ${IN_FLIGHT} in flight`,
        run: (round) => appendAll(store, round, PER_STREAM),
      },
      theirs: {
        what: 'emmett-sqlite appendToStream, one after the other, one open connection',
        run: (round) => theirAppends(emmett, join(theirs, 'events.db'), round, options.seconds),
      },
    });
    return {
      id: 'S9 append',
      work: {
        events_per_append: 1,
        streams: IN_FLIGHT,
        expected_revision: 'exact, both sides',
        durability: 'WAL, synchronous=FULL, both sides',
        in_flight: `ours ${IN_FLIGHT}; emmett-sqlite 1: its calls share one transaction`,
        seconds_a_round: `emmett-sqlite ${options.seconds}; ours ${PER_STREAM * IN_FLIGHT} appends`,
      },
      ...figures,
      must: 5,
      aim: 10,
      bar: 'at_least',
      notes: [],
    };
  } finally {
    await store.close();
    remove();
  }
}

/**
 * Runs through one connection that stays open; emmett-sqlite's own store would do so for an in-memory database only.
 */
async function theirAppends(emmett: EmmettSqlite, fileName: string, round: number, seconds: number): Promise<number> {
  const connection = emmett.sqliteConnection({ fileName });
  await emmett.createEventStoreSchema(connection);
  const start = performance.now();
  const end = start + seconds * 1000;
  let appended = 0;
  while (performance.now() < end) {
    const number = appended % IN_FLIGHT;
    const position = Math.floor(appended / IN_FLIGHT);
    const event = { ...memberAdded(LIST, numberedId(3, position)), metadata: metadata(numberedId(1, number)) };
    const stream = `workspace-${numberedId(1, round * IN_FLIGHT + number)}`;
    const { success } = await untilCommitted(() =>
      emmett.appendToStream(connection, stream, 'workspace', [event], { expectedStreamVersion: BigInt(position) }),
    );
    if (!success) throw new Error('emmett-sqlite refused an append at the right version');
    appended += 1;
  }
  connection.close();
  return perSecond(appended, start);
}
