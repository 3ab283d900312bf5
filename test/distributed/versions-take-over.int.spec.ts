import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStore } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import { SqliteEventStore } from '#event-store/sqlite';
import { type DomainEvent, EventSchemas, type NewEvent, type Projection, workspaceStream } from '#kernel';
import { ProjectionRunner, readHeldStreams, realSleep } from '#read-model';
import type { ReadModelWriter } from '#read-model';
import { MongoReadModelConnection } from '#read-model/mongodb';
import { SqliteReadModelWriter } from '#read-model/sqlite';
import {
  BOARDS,
  boardsProjection,
  CARD_PROJECTIONS,
  CARDS,
  cardsProjection,
  placed,
  swept,
} from '../../libs/read-model/testing/cards.js';
import { describeWithMongoServer, mongoServer } from '../doubles/mongodb/server.js';
import { startEventStore } from '../support/engines/event-store.js';
import { withDatabase } from '../support/engines/mongodb-url.js';
import { temporaryDirectory } from '../support/deployments/deployment.js';

/** The connections of one version to the shared log and rows. */
interface Connected {
  readonly store: EventStore;
  readonly writer: ReadModelWriter;
  close(): Promise<void>;
}

interface Pair {
  connect(schemas: EventSchemas): Promise<Connected>;
  remove(): Promise<void>;
}

const KNOWN = [
  { type: 'CardPlaced', version: 1 },
  { type: 'BoardSwept', version: 1 },
] as const;
const OLDER = { schemas: new EventSchemas(KNOWN), projections: CARD_PROJECTIONS };
/** Knows one more event: a card can be torn up, which removes it from its board. */
const NEWER = {
  schemas: new EventSchemas([...KNOWN, { type: 'CardTorn', version: 1 }]),
  projections: [asSwept(cardsProjection), asSwept(boardsProjection)],
};
type Version = typeof OLDER;

function asSwept(projection: Projection): Projection {
  const known = <Event extends DomainEvent>(event: Event): Event =>
    event.type === 'CardTorn' ? { ...event, type: 'BoardSwept' } : event;
  return {
    ...projection,
    keys: (event) => projection.keys(known(event)),
    evolve: (row, event, key, settings) => projection.evolve(row, known(event), key, settings),
  };
}

const torn = (board: string, card: string): DomainEvent => ({ ...swept(board, [card]), type: 'CardTorn' });

function newEvents(workspaceId: string, events: readonly DomainEvent[]): readonly NewEvent[] {
  const actor = { kind: 'system', id: 'test' } as const;
  const about = { occurred_at: '2030-01-01T00:00:00.000Z', correlation_id: 'test', causation_id: null };
  const metadata = { schema_version: 1, workspace_id: workspaceId, actor, ...about };
  return events.map((event) => ({ ...event, id: randomUUID(), metadata }));
}

async function embedded(): Promise<Pair> {
  const directory = temporaryDirectory();
  return {
    connect: async ({ upcast }) => {
      const store = await SqliteEventStore.open({ file: join(directory, 'events.db'), upcast });
      const writer = SqliteReadModelWriter.open({ path: join(directory, 'rows.db'), projections: CARD_PROJECTIONS });
      return { store, writer, close: async () => (writer.close(), store.close()) };
    },
    remove: async () => rmSync(directory, { recursive: true }),
  };
}

async function distributed(): Promise<Pair> {
  const [events, rows] = await Promise.all([startEventStore(), mongoServer()]);
  const url = withDatabase(rows.url, `test_${randomUUID().slice(0, 18)}`);
  return {
    connect: async ({ upcast }) => {
      const store = await EventStoreDbEventStore.open({ url: events.url, upcast });
      const connection = await MongoReadModelConnection.open({
        ...{ url, projections: CARD_PROJECTIONS, others: [], batch: 100 },
      });
      const close = async () => {
        await connection.close();
        await store.close();
      };
      return { store, writer: connection.writer, close };
    },
    remove: async () => {
      await Promise.all([events.stop(), rows.stop()]);
    },
  };
}

/** Follows the log like one process of a version until it has caught up; then reads. */
async function asProcess<Found>(
  pair: Pair,
  version: Version,
  look: (connected: Connected) => Promise<Found>,
): Promise<Found> {
  const connected = await pair.connect(version.schemas);
  const { store: events, writer } = connected;
  const stop = new AbortController();
  const report = ({ caughtUp }: { readonly caughtUp: boolean }): void => void (caughtUp && stop.abort());
  const { projections } = version;
  const options = { events, writer, projections, follower: 'f', sleep: realSleep, report, batchSize: 3 };
  await new ProjectionRunner(options).run(stop.signal);
  const found = await look(connected);
  await connected.close();
  return found;
}

async function append(pair: Pair, workspaceId: string, events: readonly DomainEvent[]): Promise<void> {
  const connected = await pair.connect(NEWER.schemas);
  const { store } = connected;
  const stream = workspaceStream(workspaceId);
  const [last] = await store.read(stream, { backwards: true, limit: 1 });
  await store.append(stream, newEvents(workspaceId, events), last?.revision ?? 'no_stream');
  await connected.close();
}

async function seen({ writer }: Connected) {
  return {
    complete: [await writer.projectedRevision('w'), await writer.projectedRevision('v')],
    held: (await readHeldStreams(writer)).map(({ stream, at, type }) => `${stream}@${at} ${type}`),
    cards: (
      await writer.getMany(CARDS, [
        ['w', 'a'],
        ['w', 'b'],
        ['v', 'a'],
      ])
    ).map((card) => card && [card.live, card.moves]),
    boards: (
      await writer.getMany(BOARDS, [
        ['w', 'x'],
        ['v', 'x'],
      ])
    ).map((board) => board?.cards),
  };
}

function takeOver(make: () => Promise<Pair>): void {
  let pair: Pair;
  beforeEach(async () => {
    pair = await make();
  });
  afterEach(() => pair.remove());

  it('an older one holds back streams with unknown events, a newer one folds them; so after a rollback', async () => {
    await append(pair, 'w', [placed('a', 'x')]);
    await append(pair, 'v', [placed('a', 'x')]);
    await append(pair, 'w', [torn('x', 'a'), placed('b', 'x')]);
    await append(pair, 'v', [placed('a', 'x')]);
    const held = {
      complete: [0, 1],
      held: ['workspace-w@1 CardTorn'],
      cards: [[1, 1], undefined, [1, 2]],
      boards: [1, 2],
    };
    // The event that an old process holds back does not stop the next old process either.
    for (let processes = 0; processes < 2; processes += 1) expect(await asProcess(pair, OLDER, seen)).toEqual(held);
    await append(pair, 'w', [placed('b', 'x')]);
    await append(pair, 'v', [placed('a', 'x')]);
    expect(await asProcess(pair, OLDER, seen)).toEqual({
      ...held,
      complete: [0, 2],
      cards: [[1, 1], undefined, [1, 3]],
      boards: [1, 3],
    });

    const all = {
      complete: [3, 2],
      held: [],
      cards: [
        [0, 1],
        [1, 2],
        [1, 3],
      ],
      boards: [2, 3],
    };
    expect(await asProcess(pair, NEWER, seen)).toEqual(all);

    await append(pair, 'w', [placed('a', 'x')]);
    expect(await asProcess(pair, OLDER, seen)).toEqual({
      ...all,
      complete: [4, 2],
      cards: [
        [1, 2],
        [1, 2],
        [1, 3],
      ],
      boards: [3, 3],
    });
    await append(pair, 'v', [torn('x', 'a')]);
    await append(pair, 'w', [placed('a', 'x')]);
    expect(await asProcess(pair, OLDER, seen)).toMatchObject({ complete: [5, 2], held: ['workspace-v@3 CardTorn'] });
  });
}

describe('versions that take over from each other on SQLite', () => takeOver(embedded));
describeWithMongoServer('versions that take over from each other on EventStoreDB and MongoDB', () =>
  takeOver(distributed),
);
