import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChainedEventStore, type ExpectedRevision } from '#event-store';
import { openReader, SqliteEventStore } from '#event-store/sqlite';
import type { NewEvent } from '#kernel';
import { testId } from '#kernel/testing';
import { pageOf } from '../../../libs/event-store/sqlite/testing/damage.js';
import { Random, seedOfThisRun } from '../../../test/support/random.js';
import { SCHEMAS } from '../catalogue.js';
import { verifyLog } from './verify-log.js';
import { PastRefusal } from './past-refusal.js';

/*
 * Goal: no flipped bit of the file of a log is read by the service and missed by `log verify`.
 * Method: a log that the real store has written, with events on one page and on overflow pages, is copied with one bit
 * flipped. If the check says nothing, the real reader must give every event as it was, by following and by the name of
 * its stream.
 */

const FLIPS = 1_000;
const RUN_MS = 300_000;
const PAGE = 4_096;
/** Of 3 bytes each: a text of 3,000 stands on overflow pages. */
const LENGTHS = [1, 5, 40, 300, 3_000];
const STREAMS = Array.from({ length: 24 }, (_, n) => `${n % 3 === 2 ? 'delivery' : 'workspace'}-${testId(n + 1)}`);

let directory: string;
let whole: Buffer;
let written: string;
const file = (): string => join(directory, 'events.db');

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'verified-log-'));
  const store = await SqliteEventStore.open({ file: file(), upcast: SCHEMAS.upcast });
  await writeLog(new ChainedEventStore(store));
  await store.close();
  whole = readFileSync(file());
  written = await allThatIsRead();
});
afterAll(() => rmSync(directory, { recursive: true }));

async function writeLog(store: ChainedEventStore): Promise<void> {
  const ends = new Map<string, ExpectedRevision>();
  let made = 0;
  for (let append = 0; append < 90; append += 1) {
    const stream = STREAMS[(append * 7) % STREAMS.length]!;
    const events = Array.from({ length: 1 + (append % 3) }, () => anEvent(stream, (made += 1)));
    ends.set(stream, (await store.append(stream, events, ends.get(stream) ?? 'no_stream')).revision);
  }
}

function anEvent(stream: string, n: number): NewEvent {
  const metadata = {
    ...{ schema_version: 1, workspace_id: stream.slice(stream.indexOf('-') + 1) },
    ...{ occurred_at: '2030-01-01T00:00:00.000Z', actor: { kind: 'system' as const, id: 'test' } },
    ...{ correlation_id: testId(1_000 + n), causation_id: null },
  };
  const length = LENGTHS[n % LENGTHS.length]!;
  return { id: testId(10_000 + n), type: 'WorkspaceCreated', data: { name: 'né'.repeat(length) }, metadata };
}

/** What the service reads: all events by following, and each stream by its name, in both directions. */
async function allThatIsRead(): Promise<string> {
  const reader = openReader({ file: file(), upcast: SCHEMAS.upcast });
  try {
    const read: unknown[] = [];
    for await (const { events, caughtUp } of reader.follow({ prefixes: [''], signal: new AbortController().signal })) {
      read.push(...events);
      if (caughtUp) break;
    }
    for (const stream of STREAMS) {
      for (const backwards of [false, true]) read.push(await reader.read(stream, { backwards, limit: 1_000 }));
    }
    return JSON.stringify(read);
  } finally {
    reader.close();
  }
}

/** What `log verify` says of the file with these bytes. */
async function findings(bytes: Buffer): Promise<readonly string[]> {
  for (const end of ['-wal', '-shm']) rmSync(file() + end, { force: true });
  writeFileSync(file(), bytes);
  const said: string[] = [];
  const found = (place: string, what: string): void => void said.push(`${place} ${what}`);
  const { signal } = new AbortController();
  const environment = { DATA_DIR: directory };
  const options = { environment, known: undefined, withoutKeys: true, signal, found, progress: () => undefined };
  await verifyLog(options).catch((error: unknown) => {
    if (!(error instanceof PastRefusal)) throw error;
    said.push(error.message);
  });
  return said;
}

function flipped(at: number, bit: number): Buffer {
  const bytes = Buffer.from(whole);
  bytes[at]! ^= 1 << bit;
  return bytes;
}

it('finds nothing in a log that was not changed', async () => {
  expect(await findings(whole)).toEqual([]);
});

it('names the file where a stream is not found by its name any more', async () => {
  const name = whole.indexOf(STREAMS[3]!, pageOf(file(), 'sqlite_autoindex_streams_1'));
  expect(await findings(flipped(name + 20, 0))).toEqual([
    expect.stringMatching(
      /^events\.db is damaged, SQLite finds: row \d+ missing from index sqlite_autoindex_streams_1$/,
    ),
  ]);
  expect(await allThatIsRead()).not.toBe(written);
});

it.each([
  ['in the middle', (pages: readonly number[]) => pages[Math.floor(pages.length / 2)]!],
  ['at the end', (pages: readonly number[]) => pages.at(-1)!],
])('names the file where a page of events %s is not readable, and how far the log was read', async (_where, oneOf) => {
  const bytes = Buffer.from(whole);
  // The first byte of a leaf of a table.
  const leaves = Array.from({ length: whole.length / PAGE }, (_, n) => n * PAGE).filter((at) => whole[at] === 13);
  bytes.fill(0, oneOf(leaves), oneOf(leaves) + PAGE);
  expect(await findings(bytes)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^events\.db is damaged, SQLite finds: /),
      expect.stringMatching(/^behind \d+ events the log cannot be read: .*database disk image is malformed$/),
    ]),
  );
});

it(
  `finds each of ${FLIPS} flipped bits anywhere in the file, or the service reads what was written`,
  async () => {
    const random = new Random(seedOfThisRun());
    let unseen = 0;
    for (let n = 0; n < FLIPS; n += 1) {
      const [at, bit] = [random.below(whole.length), random.below(8)];
      if ((await findings(flipped(at, bit))).length > 0) continue;
      unseen += 1;
      expect([at, bit, await allThatIsRead()]).toEqual([at, bit, written]);
    }
    // Pages are not full: what stands in no row says nothing.
    expect(unseen).toBeLessThan(FLIPS / 2);
  },
  RUN_MS,
);
