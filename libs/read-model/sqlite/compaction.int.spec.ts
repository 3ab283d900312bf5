import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Projection } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { temporaryDirectory, undoAfterEach } from '../../event-store/sqlite/testing/temporary-directory.js';
import { position, type Thing, thing, THINGS, write } from '../contract/index.js';
import { removeCopies } from './choose-file.js';
import { SqliteReadModelWriter } from './writer.js';
import { fileFingerprint } from './table.js';

const COUNT = 4_000;
const SECOND = 1_000;
/** Milliseconds that a VACUUM takes by the clock of these tests, and the pause after it. */
const VACUUM_MS = 20;
const PAUSE_MS = 1_000 * VACUUM_MS;

const projection = {
  collection: THINGS,
  version: 1,
  personal: ({ name }: Thing) => [name],
} satisfies Pick<Projection<Thing>, 'collection' | 'version' | 'personal'>;
const phoneOf = (at: number): string => `+1202555${String((at * 7_919) % COUNT).padStart(4, '0')}`;

describe('the file of rows after erasures', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();
  const path = (): string => join(directory(), 'read-model.db');
  let timers: VirtualTimers;
  let now: number;
  let said: string[];
  let ended: number;
  beforeEach(() => {
    timers = new VirtualTimers();
    now = ended = 0;
    said = [];
  });

  const open = (file = path(), shape: Parameters<typeof fileFingerprint>[0] = [projection]): SqliteReadModelWriter => {
    const writer = SqliteReadModelWriter.open({
      path: file,
      projections: shape,
      compaction: {
        timers,
        // Time passes by the timers, and with each look: one stands between the beginning and the end of a VACUUM.
        monotonic: () => (now += VACUUM_MS),
        removeCopies: () => removeCopies(path(), file),
      },
      log: (sentence) => said.push(sentence),
    });
    undo(() => writer.close());
    return writer;
  };
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    timers.advance(milliseconds);
  };
  const commit = async (writer: SqliteReadModelWriter, things: readonly Thing[], before: readonly Thing[] = []) => {
    const writes = things.map((document, at) => write(document, before.length === 0, before[at]));
    const from = await writer.checkpoint('f');
    await writer.commit({ writes, projectedRevisions: new Map(), follower: 'f', from, to: position((ended += 1)) });
  };
  /** Things whose documents grew, so that their pages were split: SQLite leaves copies of cells in the gaps. */
  const fill = async (writer: SqliteReadModelWriter): Promise<readonly Thing[]> => {
    const made = Array.from({ length: COUNT }, (_, at) => thing(`t${(at * 6_841) % COUNT}`, 1, { name: phoneOf(at) }));
    await commit(writer, made);
    const grown = made.map((each, at) => ({ ...each, revision: 2, extra: 'x'.repeat((at * 31) % 900) }));
    await commit(writer, grown, made);
    return grown;
  };
  const erase = (writer: SqliteReadModelWriter, things: readonly Thing[]) =>
    commit(
      writer,
      things.map((each) => ({ ...each, revision: 3, name: '' })),
      things,
    );
  /** How many of the names of things any file of a directory holds. */
  const traces = (things: readonly Thing[], where = directory()): number => {
    const files = readdirSync(where, { withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map(({ name }) => readFileSync(join(where, name), 'latin1'));
    const found = new Set(texts.flatMap((text) => text.match(/\+1202555\d{4}/g) ?? []));
    return things.filter(({ name }) => found.has(name)).length;
  };
  const isMarked = (file = path()): boolean => {
    const database = new Database(file, { readonly: true });
    const mark = database.prepare("SELECT 1 FROM _meta WHERE name = 'compaction_due'").get();
    database.close();
    return mark !== undefined;
  };

  it('has no byte of what was erased once it is compacted, and all of the rest', async () => {
    const writer = open();
    const things = await fill(writer);
    expect(timers.size).toBe(0);
    const [erased, kept] = [things.slice(0, 1_500), things.slice(1_500)];
    await erase(writer, erased);
    new Database(path()).pragma('wal_checkpoint(TRUNCATE)');
    // What secure_delete leaves: without it, all of them are left.
    expect(traces(erased)).toBeGreaterThan(0);
    expect(traces(erased)).toBeLessThan(150);
    expect(isMarked()).toBe(true);
    pass(SECOND);
    expect(traces(erased)).toBe(0);
    expect(traces(kept)).toBe(kept.length);
    expect(isMarked()).toBe(false);
    expect(timers.size).toBe(0);
    expect(await writer.getMany(THINGS, [['w', kept[0]!.thing_id]])).toEqual([kept[0]]);
    expect(said).toEqual([]);
  });

  it('is not compacted after changes that erase nothing', async () => {
    const writer = open();
    const [one] = await fill(writer);
    await commit(writer, [{ ...one!, revision: 3, name: 'another' }], [one!]);
    await commit(writer, [thing('new', 1, { name: '' })]);
    expect([timers.size, isMarked()]).toEqual([0, false]);
  });

  it('is compacted after an amendment that blanks', async () => {
    const writer = open();
    const things = await fill(writer);
    const blanked = things.slice(0, 10);
    const amendments = blanked.map(({ thing_id, revision }) => {
      return { collection: THINGS, key: ['w', thing_id], revision, ifFields: {}, set: { name: '' } };
    });
    expect(await writer.amendRows(amendments)).toBe(10);
    pass(SECOND);
    expect(traces(blanked)).toBe(0);
  });

  it('is compacted after rows of a workspace were dropped', async () => {
    const writer = open();
    const things = await fill(writer);
    while ((await writer.dropWorkspace(THINGS, 'w', 500)) > 0);
    pass(SECOND);
    expect([traces(things), isMarked()]).toEqual([0, false]);
  });

  it('is compacted once for erasures that follow one another, after 10 s at most', async () => {
    const writer = open();
    const things = await fill(writer);
    for (let at = 0; at < 11; at += 1) {
      expect(traces(things.slice(0, 1))).toBe(1);
      await erase(writer, [things[at]!]);
      pass(900);
    }
    expect(traces(things.slice(0, 11))).toBe(0);
    expect(isMarked()).toBe(false);
  });

  it('is compacted again a thousand times later than that took, and its WAL is truncated at once', async () => {
    const writer = open();
    const things = await fill(writer);
    await erase(writer, things.slice(0, 1));
    pass(SECOND);
    await erase(writer, things.slice(1, 1_500));
    expect(statSync(`${path()}-wal`).size).toBeGreaterThan(0);
    pass(SECOND);
    expect(statSync(`${path()}-wal`).size).toBe(0);
    expect(isMarked()).toBe(true);
    pass(PAUSE_MS - 2 * SECOND);
    expect(isMarked()).toBe(true);
    pass(2 * SECOND);
    expect([traces(things.slice(0, 1_500)), isMarked()]).toEqual([0, false]);
  });

  it('is compacted while a long read goes on; its WAL is truncated after that', async () => {
    const writer = open();
    const things = await fill(writer);
    const reader = new Database(path(), { readonly: true });
    undo(() => reader.close());
    reader.exec('BEGIN');
    const count = reader.prepare('SELECT count(*) FROM things').pluck();
    expect(count.get()).toBe(COUNT);
    await erase(writer, things.slice(0, 10));
    pass(SECOND);
    pass(SECOND);
    expect(traces(things.slice(0, 10))).toBe(10);
    expect(isMarked()).toBe(true);
    expect(count.get()).toBe(COUNT);
    reader.exec('COMMIT');
    pass(SECOND);
    expect([traces(things.slice(0, 10)), isMarked()]).toEqual([0, false]);
  });

  it('is compacted by the next process where one was killed before', async () => {
    const writer = open();
    const things = await fill(writer);
    await erase(writer, things.slice(0, 10));
    const copy = join(directory(), 'killed');
    mkdirSync(copy);
    for (const name of ['read-model.db', 'read-model.db-wal']) copyFileSync(join(directory(), name), join(copy, name));
    expect(traces(things.slice(0, 10), copy)).toBe(10);
    open(join(copy, 'read-model.db'));
    pass(SECOND);
    expect([traces(things.slice(0, 10), copy), isMarked(join(copy, 'read-model.db'))]).toEqual([0, false]);
  });

  it('is tried again a minute after trouble, which is said once', async () => {
    const writer = open();
    const things = await fill(writer);
    const other = new Database(path());
    undo(() => other.close());
    await erase(writer, things.slice(0, 10));
    other.exec('BEGIN IMMEDIATE');
    pass(SECOND);
    pass(60 * SECOND);
    expect(said).toEqual([
      `${path()} may still hold personal data that was erased: it cannot be compacted: database is locked.`,
    ]);
    other.exec('ROLLBACK');
    pass(60 * SECOND);
    expect([traces(things.slice(0, 10)), isMarked()]).toEqual([0, false]);
  });

  it('remains alone: rows of other versions still have what was erased', async () => {
    const newer = [{ ...projection, version: 2 }];
    const beside = `${path()}.${fileFingerprint(newer, []).slice(0, 8)}`;
    open().close();
    const writer = open(beside, newer);
    const [one] = await fill(writer);
    writeFileSync(join(directory(), 'read-model.db.20261122'), one!.name);
    await erase(writer, [one!]);
    expect(existsSync(path())).toBe(true);
    pass(SECOND);
    expect(existsSync(path())).toBe(false);
    expect(existsSync(beside)).toBe(true);
    // An operator's copy is left alone.
    expect(traces([one!])).toBe(1);
  });
});
