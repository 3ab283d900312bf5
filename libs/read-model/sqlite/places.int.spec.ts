import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batch, position, thing, THINGS, write } from '../contract/index.js';
import { findFile, removeCopies } from './choose-file.js';
import { inspect } from './file.js';
import { placeBeside, settlePlaces } from './places.js';
import { SqliteReadModel } from './read-model.js';
import { SqliteReadModelWriter } from './writer.js';
import { fileFingerprint } from './table.js';

const shape = (version: number) => [{ collection: THINGS, version }];
const OWN = fileFingerprint(shape(1), []);

describe('the two places of rows', () => {
  let directory: string;
  let usual: string;
  let other: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'places-'));
    usual = join(directory, 'read-model.db');
    other = placeBeside(usual, usual);
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Writes a file whose only row has a name, and leaves it as a rebuild or a service does. */
  const make = async (
    path: string,
    name: string,
    options: { isBuilding?: boolean; takes?: string; version?: number } = {},
  ) => {
    const { isBuilding = false, takes, version = 1 } = options;
    const writer = SqliteReadModelWriter.open({ path, projections: shape(version), isBuilding });
    await writer.commit({ ...batch([]), writes: [write(thing('a', 1, { name }))], from: undefined, to: position(1) });
    if (takes !== undefined) writer.takePlace({ live: takes, rebuilt: `{"name":"${name}"}` });
    writer.close();
  };
  const nameAt = async (path: string): Promise<unknown> => {
    const model = new SqliteReadModel(path);
    model.open();
    const [row] = await model.getMany(THINGS, [['w', 'a']]);
    model.close();
    return row?.name;
  };

  it('are the usual one and one beside it, each beside the other one', () => {
    expect([placeBeside(usual, usual), placeBeside(usual, other)]).toEqual([`${usual}.rebuilt`, usual]);
  });

  it('give the file with the higher generation the usual name, and forget the other one', async () => {
    await make(usual, 'old');
    await make(other, 'new', { isBuilding: true, takes: usual });
    expect(findFile({ path: usual, projections: shape(1) })).toBe(other);
    expect(settlePlaces(usual, OWN)).toBe(false);
    expect([await nameAt(usual), existsSync(other)]).toEqual(['new', false]);
    expect(inspect(usual)).toMatchObject({ generation: 1, isBuilding: false, rebuilt: '{"name":"new"}' });
  });

  it('keep the usual file that has taken its place back', async () => {
    await make(usual, 'old');
    await make(other, 'new', { takes: usual });
    const writer = SqliteReadModelWriter.open({ path: usual, projections: shape(1) });
    writer.takePlace({ live: other });
    writer.close();
    expect(findFile({ path: usual, projections: shape(1) })).toBe(usual);
    expect(settlePlaces(usual, OWN)).toBe(false);
    expect([await nameAt(usual), existsSync(other)]).toEqual(['old', false]);
  });

  it('leave a file that is being built where it is, to be continued', async () => {
    await make(usual, 'old');
    await make(other, 'new', { isBuilding: true });
    expect(findFile({ path: usual, projections: shape(1) })).toBe(usual);
    expect(settlePlaces(usual, OWN)).toBe(true);
    expect([await nameAt(usual), existsSync(other)]).toEqual(['old', true]);
  });

  it('give up a rebuild of another shape', async () => {
    await make(usual, 'old');
    await make(other, 'new', { isBuilding: true, version: 2 });
    expect(settlePlaces(usual, OWN)).toBe(false);
    expect(existsSync(other)).toBe(false);
  });

  it('begin a rebuild anew that had the usual name: the live rows need it', async () => {
    await make(other, 'live', { takes: other });
    await make(usual, 'half', { isBuilding: true });
    expect(settlePlaces(usual, OWN)).toBe(true);
    expect([await nameAt(usual), existsSync(other)]).toEqual(['live', false]);
    expect(settlePlaces(usual, OWN)).toBe(false);
  });

  it('use the rows beside where the usual file is missing or damaged, and forget a damaged one beside', async () => {
    await make(other, 'live', { takes: other });
    writeFileSync(usual, 'no database at all, but a text of some length');
    settlePlaces(usual, OWN);
    expect([await nameAt(usual), existsSync(other)]).toEqual(['live', false]);
    writeFileSync(other, 'no database at all, but a text of some length');
    expect(settlePlaces(usual, OWN)).toBe(false);
    expect([await nameAt(usual), existsSync(other)]).toEqual(['live', false]);
  });

  it('lose the copy before at an erasure, and never one that comes after', async () => {
    await make(usual, 'old');
    await make(other, 'new', { isBuilding: true });
    removeCopies(usual, usual);
    expect(existsSync(other)).toBe(true);
    rmSync(other);
    await make(other, 'new', { takes: usual });
    removeCopies(usual, usual);
    expect(existsSync(other)).toBe(true);
    removeCopies(usual, other);
    expect([existsSync(usual), existsSync(other)]).toEqual([false, true]);
  });
});
