import { join } from 'node:path';
import type { NewEvent } from '../libs/kernel/index.js';
import { SqliteEventStore } from '../libs/event-store/sqlite/index.js';
import { BareLog, textsOf } from './support/bare-log.js';
import { memberAdded, metadata, newEvent, numberedId } from './support/events.js';
import { scratch } from './support/scratch.js';
import { paired, perSecond } from './support/measure.js';
import type { Bench } from './support/measure.js';

const IN_FLIGHT = 256;
/** Appends per stream and round: some seconds for each side. */
const PER_STREAM = 1_000;
const BARE_PER_STREAM = 100;
const LIST = numberedId(2, 1);

/** Durable single-event appends: the store's group commit against one transaction per append. */
export const s1: Bench = {
  id: 'S1',
  title: 'durable single-event appends, 256 in flight : one transaction per append',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's1');
    const store = await SqliteEventStore.open({ file: join(directory, 'ours', 'events.db'), upcast: (event) => event });
    const bare = await BareLog.create(join(directory, 'bare', 'events.db'));
    const [[example]] = prepare(1) as [[NewEvent]];
    try {
      const before = { ...store.counters };
      const figures = await paired(options, {
        unit: 'appends/s',
        ours: {
          what: 'SqliteEventStore.append, exact expected revision',
          run: (round) => appendAll(store, round, PER_STREAM),
        },
        theirs: {
          what: 'better-sqlite3, one transaction each',
          run: (round) => insertAll(bare, round),
        },
      });
      return {
        id: 'S1',
        work: {
          events_per_append: 1,
          in_flight: IN_FLIGHT,
          streams: IN_FLIGHT,
          data_bytes: JSON.stringify(example.data).length,
          metadata_bytes: JSON.stringify(example.metadata).length,
          durability: 'WAL, synchronous=FULL, answered after the commit, both sides; same schema',
          appends_a_round: { ours: PER_STREAM * IN_FLIGHT, theirs: BARE_PER_STREAM * IN_FLIGHT },
        },
        ...figures,
        must: 10,
        aim: 20,
        bar: 'at_least',
        notes: [`counters of the store: ${JSON.stringify(before)} → ${JSON.stringify(store.counters)}`],
      };
    } finally {
      bare.close();
      await store.close();
      remove();
    }
  },
};

/** The events of a round, prepared before it is timed: `perStream` for each stream. */
function prepare(perStream: number): readonly (readonly NewEvent[])[] {
  return Array.from({ length: IN_FLIGHT }, (_, stream) => {
    const meta = metadata(numberedId(1, stream));
    return Array.from({ length: perStream }, (_, at) => newEvent(memberAdded(LIST, numberedId(3, at)), meta));
  });
}

/** Appends each stream's events one by one, each at the revision of the one before; all streams concurrently. */
export async function appendAll(store: SqliteEventStore, round: number, perStream: number): Promise<number> {
  const streams = prepare(perStream);
  const start = performance.now();
  await Promise.all(
    streams.map(async (events, number) => {
      const stream = `workspace-${numberedId(1, round * IN_FLIGHT + number)}`;
      let revision = -1;
      for (const event of events) {
        ({ revision } = await store.append(stream, [event], revision < 0 ? 'no_stream' : revision));
      }
    }),
  );
  return perSecond(perStream * IN_FLIGHT, start);
}

async function insertAll(bare: BareLog, round: number): Promise<number> {
  const streams = prepare(BARE_PER_STREAM);
  const start = performance.now();
  for (let revision = 0; revision < BARE_PER_STREAM; revision += 1) {
    for (const [number, events] of streams.entries()) {
      bare.append(round * IN_FLIGHT + number + 1, revision, [textsOf(events[revision]!)]);
    }
  }
  return perSecond(BARE_PER_STREAM * IN_FLIGHT, start);
}
