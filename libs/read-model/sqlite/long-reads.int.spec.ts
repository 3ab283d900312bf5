import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentKey } from '#kernel';
import { batch, CONTRACT_COLLECTIONS, keyOf, position, type Thing, thing, THINGS } from '../contract/index.js';
import { ReadModelUnavailableError } from '../read-model.js';
import { openForReading } from './file.js';
import { LongReads } from './long-reads.js';
import { SqliteReadModel } from './read-model.js';
import { Reading } from './reading.js';
import { SqliteReadModelWriter } from './writer.js';

const projections = CONTRACT_COLLECTIONS.projected.map((collection) => ({ collection, version: 1 }));
const COUNT = 2_600;
/** Twenty-six rows a rank, the workspaces mixed. */
const ALL = Array.from({ length: COUNT }, (_, n) =>
  thing(`t${String(n).padStart(4, '0')}`, n, { rank: n % 100, workspace_id: `w${n % 260}` }),
);
const KEYS: readonly DocumentKey[] = ALL.map(keyOf);
const PREFIXES = Array.from({ length: 260 }, (_, n) => [`w${n}`, 1] as const);

describe('long reads of the SQLite read model', () => {
  let directory: string;
  let writer: SqliteReadModelWriter;
  /** Work that runs before a slice gets its turn. */
  let between: () => Promise<void>;
  let slices: number;
  let long: LongReads;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'read-model-'));
    const path = join(directory, 'read-model.db');
    writer = SqliteReadModelWriter.open({ path, projections, others: CONTRACT_COLLECTIONS.others });
    await writer.commit(batch(ALL));
    between = () => Promise.resolve();
    slices = 0;
    const connect = () => {
      const database = openForReading(path);
      return { database, reading: new Reading(database) };
    };
    const take = (): Promise<void> => {
      slices += 1;
      return between();
    };
    long = new LongReads(connect, { take });
  });

  afterEach(() => {
    long.close();
    writer.close();
    rmSync(directory, { recursive: true });
  });

  const byWorkspace = (a: Thing, b: Thing) =>
    a.workspace_id.localeCompare(b.workspace_id) || a.rank - b.rank || a.thing_id.localeCompare(b.thing_id);
  const byRank = (a: Thing, b: Thing) => a.rank - b.rank || a.thing_id.localeCompare(b.thing_id);
  const moved = (things: readonly Thing[]) =>
    batch(
      things.map((each) => ({ ...each, rank: 1_000, revision: 9_999 })),
      { from: position(1), to: position(2) },
    );

  it('give the result of a single read, in slices of 500', async () => {
    expect(await long.getMany(THINGS, [...KEYS, ['none', 'none']])).toEqual([...ALL, undefined]);
    expect(slices).toBe(6);
    const sorted = [...ALL].sort(byWorkspace);
    const page = { index: 'by_rank', prefix: [], limit: 2_000 };
    expect(await long.page(THINGS, page)).toEqual(sorted.slice(0, 2_000));
    expect(slices).toBe(10);
    expect(await long.page(THINGS, { ...page, limit: 9_999 })).toEqual(sorted);
    const { workspace_id, live, rank, thing_id } = sorted[700]!;
    const after = [workspace_id, live, rank, thing_id];
    expect(await long.page(THINGS, { ...page, after, limit: 9_999 })).toEqual(sorted.slice(701));
  });

  it('give keys in slices too, with and without a start after a key', async () => {
    const sorted = [...ALL].sort(byWorkspace);
    const page = { index: 'by_rank', prefix: [], limit: 2_000 };
    expect(await long.pageKeys(THINGS, page)).toEqual(sorted.slice(0, 2_000).map(keyOf));
    // Behind this prefix, the index `names` has only fields of the key and the name itself.
    const { workspace_id, thing_id } = ALL[3]!;
    const names = { index: 'names', prefix: [workspace_id, thing_id], limit: 2_000 };
    expect(await long.pageKeys(THINGS, names)).toEqual([[workspace_id, thing_id]]);
    const same = Array.from({ length: 1_200 }, (_, n) => thing(`s${String(n).padStart(4, '0')}`, n, { name: 'one' }));
    await writer.commit(batch(same, { from: position(1), to: position(2) }));
    slices = 0;
    expect(await long.pageKeys(THINGS, { index: 'by_name', prefix: ['w', 'one'], limit: 1_100 })).toEqual(
      same.slice(0, 1_100).map(keyOf),
    );
    expect(slices).toBe(3);
  });

  it('merge many prefixes in slices of 100', async () => {
    const sorted = [...ALL].sort(byRank);
    const merge = { index: 'by_rank', prefixes: PREFIXES, limit: 40 };
    expect(await long.merge(THINGS, merge)).toEqual(sorted.slice(0, 40));
    expect(slices).toBe(3);
    expect(await long.merge(THINGS, { ...merge, limit: 9_999, to: 17 })).toEqual(
      sorted.filter(({ rank }) => rank <= 17),
    );
    const { rank, thing_id } = sorted[10]!;
    const behind = sorted.filter((each) => each.rank > rank || (each.rank === rank && each.thing_id > thing_id));
    const found = await long.merge(THINGS, { ...merge, after: [rank, thing_id], limit: 9_999 });
    expect(found).toEqual(behind);
  });

  it('show one state of the file, despite writes between two slices', async () => {
    // Written before the second slice.
    between = async () => {
      between = async () => {
        between = () => Promise.resolve();
        await writer.commit(moved(ALL));
      };
    };
    expect(await long.page(THINGS, { index: 'by_rank', prefix: [], limit: 9_999 })).toEqual([...ALL].sort(byWorkspace));
    const [first] = await long.getMany(THINGS, KEYS);
    expect(first).toMatchObject({ rank: 1_000 });
  });

  it('run four at once, and the next ones when those have ended', async () => {
    let underWay = 0;
    let most = 0;
    between = async () => {
      most = Math.max(most, (underWay += 1));
      await new Promise((done) => setImmediate(done));
      underWay -= 1;
    };
    const reads = Array.from({ length: 12 }, () => long.getMany(THINGS, KEYS));
    for (const read of reads) expect(await read).toHaveLength(COUNT);
    expect(most).toBe(4);
  });

  it('continue after one that failed', async () => {
    const refused = Array.from({ length: 6 }, () =>
      long.page(THINGS, { index: 'names', prefix: [], after: [{} as never], limit: 2_000 }),
    );
    for (const each of refused) await expect(each).rejects.toThrow();
    expect(await long.getMany(THINGS, KEYS)).toHaveLength(COUNT);
  });

  it('are unavailable once closed, also those in progress and waiting ones', async () => {
    let close!: () => void;
    between = () =>
      new Promise((go) => {
        close = () => {
          long.close();
          go();
        };
      });
    const reads = Array.from({ length: 6 }, () => long.getMany(THINGS, KEYS));
    const ends = Promise.allSettled(reads);
    await new Promise((done) => setImmediate(done));
    between = () => Promise.resolve();
    close();
    // The three other reads under way wait for a turn that never comes in this test; those that wait for a connection
    // are rejected at once.
    await expect(reads[4]).rejects.toThrow(ReadModelUnavailableError);
    await expect(reads[3]).rejects.toThrow(ReadModelUnavailableError);
    await expect(long.getMany(THINGS, KEYS)).rejects.toThrow(ReadModelUnavailableError);
    void ends;
  });
});

it('other work runs between the slices of a long read, and short reads show writes made meanwhile', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'read-model-'));
  const path = join(directory, 'read-model.db');
  const writer = SqliteReadModelWriter.open({ path, projections, others: CONTRACT_COLLECTIONS.others });
  const model = new SqliteReadModel(path);
  try {
    await writer.commit(batch(ALL));
    model.open();
    let ended = false;
    const reading = model.page(THINGS, { index: 'by_rank', prefix: [], limit: 9_999 }).finally(() => (ended = true));
    await new Promise((done) => setImmediate(done));
    expect(ended).toBe(false);
    await writer.commit(batch([{ ...ALL[0]!, rank: 7_777, revision: 9_999 }], { from: position(1), to: position(2) }));
    expect(await model.getMany(THINGS, [KEYS[0]!])).toMatchObject([{ rank: 7_777 }]);
    expect(ended).toBe(false);
    expect((await reading).find(({ thing_id }) => thing_id === 't0000')).toMatchObject({ rank: 0 });
    const prefixes = PREFIXES.map((prefix) => [...prefix]);
    expect(await model.merge(THINGS, { index: 'by_rank', prefixes, limit: 1 })).toMatchObject([{ thing_id: 't0100' }]);
    expect(await model.pageKeys(THINGS, { index: 'by_rank', prefix: [], limit: 9_999 })).toHaveLength(COUNT);
    expect(await model.getMany(THINGS, KEYS)).toHaveLength(COUNT);
  } finally {
    model.close();
    writer.close();
    rmSync(directory, { recursive: true });
  }
});
