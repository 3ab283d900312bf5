import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { batch, position, thing, THINGS, write } from '../contract/index.js';
import { ReadModelOpenError } from '../read-model.js';
import { chooseFile, findFile } from './choose-file.js';
import { SqliteReadModelWriter } from './writer.js';
import { fileFingerprint } from './table.js';

const shape = (version: number) => [{ collection: THINGS, version }];
const [OLD, NEW, NEWEST] = [shape(1), shape(2), shape(3)] as const;
type Shape = ReturnType<typeof shape>;

describe('the file that a version keeps its rows in', () => {
  let directory: string;
  let path: string;
  let said: string[];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'read-model-'));
    path = join(directory, 'read-model.db');
    said = [];
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const log = (sentence: string) => void said.push(sentence);
  const beside = (projections: Shape) => `${path}.${fileFingerprint(projections, []).slice(0, 8)}`;
  const choose = (projections: Shape, end = 9) =>
    chooseFile({ path, projections, source: { end: position(end) }, log });
  const open = (projections: Shape, end = 9) =>
    SqliteReadModelWriter.open({
      path: choose(projections, end),
      projections,
      source: { end: position(end) },
      log,
    });
  /**
   * Starts, folds up to an event as this version does, and ends: in good order, or killed before its WAL is in the
   * file.
   */
  const run = async (projections: Shape, to: number) => {
    const writer = open(projections);
    const from = await writer.checkpoint('f');
    const name = `by version ${projections[0]!.version}`;
    await writer.commit({ ...batch([]), writes: [write(thing('a', to, { name }))], from, to: position(to) });
    writer.close();
  };
  const found = async (projections: Shape) => {
    const writer = open(projections);
    try {
      const [row] = await writer.getMany(THINGS, [['w', 'a']]);
      return [row?.name, await writer.checkpoint('f')];
    } finally {
      writer.close();
    }
  };
  const files = () => readdirSync(directory).map((name) => join(directory, name));

  it('is the named one, while no rows of another shape exist', async () => {
    expect(choose(NEW)).toBe(path);
    await run(NEW, 1);
    expect(choose(NEW)).toBe(path);
    expect(files()).toEqual([path]);
    expect(said).toEqual([]);
  });

  it('is found beside a process that has it open, the further one of two, and nothing is written', async () => {
    const find = (projections: Shape) => findFile({ path, projections });
    expect(() => find(NEW)).toThrow(ReadModelOpenError);
    expect(files()).toEqual([]);
    await run(OLD, 5);
    await run(NEW, 3);
    expect([find(OLD), find(NEW)]).toEqual([path, beside(NEW)]);
    const writer = SqliteReadModelWriter.open({
      path: beside(NEW),
      projections: NEW,
      source: { end: position(9) },
      log,
    });
    await writer.commit({ ...batch([]), writes: [], from: position(3), to: position(4) });
    expect(find(NEW)).toBe(beside(NEW));
    writer.close();
    copyFileSync(beside(NEW), path);
    await run(NEW, 6);
    expect(find(NEW)).toBe(path);
    expect(() => find(NEWEST)).toThrow(ReadModelOpenError);
  });

  it('is a second one while rows of another shape exist, which are kept and continued', async () => {
    await run(OLD, 5);
    await run(NEW, 3);
    expect(files().sort()).toEqual([path, beside(NEW)]);
    expect(said).toEqual([
      `The read model ${path} holds documents of another shape; ` +
        `it is kept while rows are built from the log in ${beside(NEW)}.`,
    ]);
    // The file that was begun is used again.
    expect(await found(NEW)).toEqual(['by version 2', position(3)]);
    expect(await found(OLD)).toEqual(['by version 1', position(5)]);
    expect(files()).toEqual([path]);
  });

  it('replaces the first at the next start once it has caught up; the first is kept for one start', async () => {
    await run(OLD, 5);
    await run(NEW, 5);
    expect(choose(NEW)).toBe(path);
    expect(said.at(-1)).toBe(
      `The read model ${path} now has the rows of this version; those of the other one are kept beside it.`,
    );
    expect(files().sort()).toEqual([path, beside(OLD)]);
    expect(await found(NEW)).toEqual(['by version 2', position(5)]);
    expect(files()).toEqual([path]);
  });

  it('is found again by the earlier version after it was replaced', async () => {
    await run(OLD, 5);
    await run(NEW, 6);
    expect(choose(NEW)).toBe(path);
    // It lacks one event, and folds that before it takes its place back.
    expect(choose(OLD)).toBe(beside(OLD));
    expect(await found(OLD)).toEqual(['by version 1', position(5)]);
    await run(OLD, 6);
    expect(choose(OLD)).toBe(path);
    expect(await found(OLD)).toEqual(['by version 1', position(6)]);
  });

  it('is at most one besides the named one', async () => {
    await run(OLD, 5);
    await run(NEW, 6);
    expect(choose(NEW)).toBe(path);
    await run(NEWEST, 2);
    expect(files().sort()).toEqual([path, beside(NEWEST)]);
    expect(await found(NEW)).toEqual(['by version 2', position(6)]);
  });

  it('is found when the start that put it in place was killed between two names', async () => {
    await run(OLD, 5);
    await run(NEW, 5);
    renameSync(path, beside(OLD));
    expect(choose(NEW)).toBe(path);
    expect(await found(NEW)).toEqual(['by version 2', position(5)]);

    await run(OLD, 5);
    renameSync(path, beside(NEW));
    expect(await found(OLD)).toEqual(['by version 1', position(5)]);
  });

  it('has everything that was committed before a kill', async () => {
    await run(OLD, 5);
    const killed = open(NEW);
    await killed.commit({ ...batch([]), writes: [write(thing('a', 5))], from: undefined, to: position(5) });
    // The state after a kill: the file without its end, and a WAL.
    for (const suffix of ['', '-wal']) renameSync(beside(NEW) + suffix, `${directory}/kept${suffix}`);
    killed.close();
    rmSync(`${beside(NEW)}-shm`, { force: true });
    for (const suffix of ['', '-wal']) renameSync(`${directory}/kept${suffix}`, beside(NEW) + suffix);
    expect(choose(NEW)).toBe(path);
    expect((await found(NEW))[1]).toBe(position(5));
  });

  it.each<[string, () => void]>([
    ['damaged', () => writeFileSync(path, 'x'.repeat(5_000))],
    ['marked as damaged', () => writeFileSync(`${path}-damaged`, 'found out later')],
  ])('is the named one if that is %s: it is of no use to any version', async (_what, damage) => {
    await run(OLD, 5);
    damage();
    expect(choose(NEW)).toBe(path);
    await run(NEW, 5);
    expect(files()).toEqual([path]);
  });

  describe.each<[string, () => void]>([
    ['damaged', () => writeFileSync(path, 'x'.repeat(5_000))],
    ['marked as damaged', () => writeFileSync(`${path}-damaged`, 'found out later')],
  ])('where the named one is %s', (_what, damage) => {
    it.each([
      ['complete', 5],
      ['half built', 3],
    ])('is the %s second one, which replaces it and continues where it was', async (_state, to) => {
      await run(OLD, 5);
      await run(NEW, to);
      damage();
      expect(choose(NEW)).toBe(path);
      expect(files()).toEqual([path]);
      expect(said.at(-1)).toBe(
        `The read model ${path} is damaged; the rows of this version, which were built beside it, take its place.`,
      );
      expect(await found(NEW)).toEqual(['by version 2', position(to)]);
    });

    it('is the one that was kept for a rollback to the earlier version', async () => {
      await run(OLD, 5);
      await run(NEW, 5);
      expect(choose(NEW)).toBe(path);
      damage();
      expect(await found(OLD)).toEqual(['by version 1', position(5)]);
      expect(files()).toEqual([path]);
    });

    it('is the named one, rebuilt, if the second one is damaged too', async () => {
      await run(OLD, 5);
      await run(NEW, 3);
      damage();
      writeFileSync(`${beside(NEW)}-damaged`, 'found out later');
      expect(choose(NEW)).toBe(path);
      await run(NEW, 5);
      expect(await found(NEW)).toEqual(['by version 2', position(5)]);
      expect(files()).toEqual([path]);
    });

    it('stays the second one while its WAL is not in the file: renaming it would lose the WAL', async () => {
      await run(OLD, 5);
      await run(NEW, 3);
      // A second connection keeps the first one from moving the WAL into the file as it closes.
      const other = new Database(beside(NEW));
      other.prepare('SELECT count(*) FROM _checkpoint').get();
      damage();
      expect(choose(NEW)).toBe(beside(NEW));
      other.close();
      expect(choose(NEW)).toBe(path);
      expect(await found(NEW)).toEqual(['by version 2', position(3)]);
    });
  });

  it('is complete after a start that was killed while it removed a damaged one', async () => {
    await run(OLD, 5);
    await run(NEW, 3);
    const killed = SqliteReadModelWriter.open({ path, projections: OLD });
    await killed.commit({ ...batch([]), writes: [write(thing('a', 6))], from: position(5), to: position(6) });
    copyFileSync(`${path}-wal`, `${directory}/kept`);
    killed.close();
    rmSync(path);
    renameSync(`${directory}/kept`, `${path}-wal`);
    // A leftover of the removed file is not taken for the WAL and the mark of the file that takes its place.
    writeFileSync(`${path}-damaged`, 'found out later');
    expect(choose(NEW)).toBe(path);
    expect(files()).toEqual([path]);
    expect(await found(NEW)).toEqual(['by version 2', position(3)]);
  });

  it.each<[string, (copy: string) => void]>([
    ['a copy of the read model', (copy) => copyFileSync(path, copy)],
    ['a text', (copy) => writeFileSync(copy, 'notes of an operator')],
    ['a database of something else', (copy) => new Database(copy).exec('CREATE TABLE notes (id INTEGER)').close()],
  ])('ignores %s with a name of eight digits', async (_what, make) => {
    const copy = `${path}.20261122`;
    await run(OLD, 5);
    make(copy);
    const bytes = readFileSync(copy);
    await run(NEW, 5);
    expect(choose(NEW)).toBe(path);
    expect(await found(NEW)).toEqual(['by version 2', position(5)]);
    expect(files().sort()).toEqual([path, copy]);
    expect(readFileSync(copy).equals(bytes)).toBe(true);
  });

  it('removes a second one that was marked as damaged', async () => {
    await run(OLD, 5);
    await run(NEW, 5);
    expect(choose(NEW)).toBe(path);
    writeFileSync(`${beside(OLD)}-damaged`, 'found out later');
    expect(await found(NEW)).toEqual(['by version 2', position(5)]);
    expect(files()).toEqual([path]);
  });

  it('is the named one, rebuilt, where rows of another shape were made from another log', async () => {
    await run(OLD, 5);
    const writer = open(NEW, 4);
    expect(await writer.checkpoint('f')).toBeUndefined();
    writer.close();
    expect(files()).toEqual([path]);
    expect(said).toEqual([
      `The read model ${path} was made from another log than this one; it is built anew from the log.`,
    ]);
  });

  it('is rebuilt where the second one is damaged', async () => {
    await run(OLD, 5);
    await run(NEW, 3);
    writeFileSync(beside(NEW), 'x'.repeat(5_000));
    expect(choose(NEW)).toBe(beside(NEW));
    await run(NEW, 5);
    expect(choose(NEW)).toBe(path);
    expect(existsSync(beside(OLD))).toBe(true);
  });

  it.each([
    ['a database of something else', 'CREATE TABLE events (position INTEGER PRIMARY KEY)'],
    ['of a newer format', 'PRAGMA user_version = 2'],
  ])('is the named one if that is %s, which is neither opened nor deleted', async (what, sql) => {
    if (what === 'of a newer format') await run(OLD, 5);
    const database = new Database(path);
    database.exec(sql);
    database.close();
    const bytes = readFileSync(path);
    expect(choose(NEW)).toBe(path);
    expect(() => open(NEW)).toThrow(ReadModelOpenError);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(files()).toEqual([path]);
  });
});
