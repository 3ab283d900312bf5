import type { Instant } from '#kernel';
import {
  CheckpointMismatchError,
  type ReadModel,
  type ReadModelCacheWriter,
  ReadModelUnavailableError,
  type ReadModelWriter,
} from '../read-model.js';
import type { PersonalProjection } from '../personal-rows.js';
import type { RebuiltRows } from '../rebuilt-rows.js';
import type { OpenedRows, RebuildId } from '../rows-beside.js';
import { batch, position, stamp, STAMPS, type Thing, thing, THINGS, write } from './fixtures.js';

/** A process's connection to shared rows. */
export interface OpenSharedRows extends Omit<RebuiltRows, 'rebuilds'> {
  readonly model: ReadModel;
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
  ensure(): Promise<string>;
  markComplete(generation: string): Promise<void>;
}

/** One empty storage of shared rows. */
export interface SharedRowsHarness {
  /** Connects another process; what is opened is closed by `destroy`. */
  open(): Promise<OpenSharedRows>;
  destroy(): Promise<void>;
}

/** What the rows are opened with: the names of things are personal. */
export const PERSONAL_THINGS: readonly (PersonalProjection & { readonly version: number })[] = [
  { collection: THINGS, version: 1, personal: (row) => [(row as Thing).name] },
];

const AT = '2031-03-03T17:00:00.000Z' as Instant;
const MADE = { origin: '{"by":"r1"}', differs: false, keeps: true, at: AT };
const KEY = [['w', 'a']];
const NEXT = { from: position(1), to: position(2) };
const named = (name: string, revision = 1): Thing => thing('a', revision, { name });
const revisions = (revision: number) => ({ projectedRevisions: new Map([['w', revision]]) });

/**
 * What holds of rows that are rebuilt beside those that are live
 * (docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md).
 */
export function rowsBesideContract(name: string, makeHarness: () => Promise<SharedRowsHarness>): void {
  describe(`${name}: rows that are rebuilt beside those that are live`, () => {
    let harness: SharedRowsHarness;
    let follower: OpenSharedRows;
    let reader: OpenSharedRows;

    beforeEach(async () => {
      harness = await makeHarness();
      [follower, reader] = [await harness.open(), await harness.open()];
      await follower.markComplete(await follower.ensure());
      await follower.writer.checkpoint('f');
      await follower.writer.commit(batch([named('before')], revisions(1)));
    });
    afterEach(() => harness.destroy());

    const begun = async (rows: OpenSharedRows, id: string, kind: RebuildId['kind'] = 'rebuild') => {
      const beside = rows.rowsBeside({ id, kind });
      const opened = await beside.begin();
      if (typeof opened === 'string') throw new Error(`the rebuild is ${opened}`);
      return { beside, ...opened };
    };
    /** A rebuild whose rows are at the end of the log. */
    const built = async (rows: OpenSharedRows, id: string) => {
      const opened = await begun(rows, id);
      await opened.writer.checkpoint('f');
      await opened.writer.commit(batch([named('rebuilt')], revisions(1)));
      return opened;
    };
    const exchanged = async (rows: OpenSharedRows, id: string) => {
      const { beside } = await built(rows, id);
      await beside.freeze();
      await beside.exchange(MADE);
    };
    const nameIn = async (rows: Pick<OpenedRows, 'model'>) => (await rows.model.getMany(THINGS, KEY))[0]?.name;
    /** After a look at the mark, as each reader takes one. */
    const nameNow = async (rows: OpenSharedRows) => {
      await rows.origin();
      return nameIn(rows);
    };

    it('are live at once for every reader, which learns by its next look at the mark', async () => {
      const differs: boolean[] = [];
      reader.onExchange((each) => differs.push(each));
      const generations = reader.model.generations!;
      const before = await generations.current();
      const { beside } = await built(follower, 'r1');
      expect(await nameNow(reader)).toBe('before');
      await beside.freeze();
      await beside.exchange({ ...MADE, differs: true });
      expect(await generations.isCurrent(before)).toBe(false);
      expect(await generations.current()).not.toBe(before);
      expect(await nameIn(reader)).toBe('rebuilt');
      expect(await reader.model.projectedRevision('w')).toBe(1);
      expect([differs, await reader.origin()]).toEqual([[true], MADE.origin]);
      expect(await follower.rowsBeside({ id: 'r1', kind: 'rebuild' }).begin()).toBe('live');
    });

    it('are not exchanged while batches are written: a follower waits, and begins anew in the rows that are live', async () => {
      const { beside } = await built(reader, 'r1');
      await expect(beside.exchange(MADE)).rejects.toThrow(ReadModelUnavailableError);
      await beside.freeze();
      const waiting = follower.writer.commit(batch([thing('b', 2)], { ...revisions(2), ...NEXT }));
      const refused = expect(waiting).rejects.toThrow(CheckpointMismatchError);
      await beside.exchange(MADE);
      await refused;
      expect(await reader.model.projectedRevision('w')).toBe(1);
      expect(await follower.writer.checkpoint('f')).toBe(position(1));
      await follower.writer.commit(batch([thing('b', 2)], { ...revisions(2), ...NEXT }));
      expect(await reader.model.projectedRevision('w')).toBe(2);
    });

    it('cannot be exchanged by a process that another one has thawed, and are continued by the next one', async () => {
      const late = await built(follower, 'r1');
      await late.beside.freeze();
      const again = await begun(reader, 'r1');
      expect(await again.writer.checkpoint('f')).toBe(position(1));
      await expect(late.beside.exchange(MADE)).rejects.toThrow(ReadModelUnavailableError);
      // Nor once that one has frozen the rows in turn: it may not be at the end of the log yet.
      await again.beside.freeze();
      await expect(late.beside.exchange(MADE)).rejects.toThrow(ReadModelUnavailableError);
      await again.beside.thaw();
      await follower.writer.commit(batch([thing('b', 2)], { ...revisions(2), ...NEXT }));
      expect(await reader.model.projectedRevision('w')).toBe(2);
    });

    it('are not frozen by a process that another one has followed, however late it does so', async () => {
      const late = await built(follower, 'r1');
      await begun(reader, 'r1');
      await expect(late.beside.freeze()).rejects.toThrow(ReadModelUnavailableError);
      await follower.writer.commit(batch([thing('b', 2)], { ...revisions(2), ...NEXT }));
      expect(await reader.model.projectedRevision('w')).toBe(2);
    });

    it('stay frozen where a process thaws them that another one has followed', async () => {
      const late = await built(follower, 'r1');
      await late.beside.freeze();
      const again = await begun(reader, 'r1');
      await again.beside.freeze();
      await late.beside.thaw();
      await again.beside.exchange(MADE);
      expect(await nameNow(reader)).toBe('rebuilt');
    });

    it('are not exchanged for those of a process that has begun the same rebuild anew', async () => {
      const late = await built(follower, 'r1');
      await reader.dropAbandoned();
      await begun(reader, 'r1');
      await expect(late.beside.freeze()).rejects.toThrow(ReadModelUnavailableError);
      await expect(late.beside.exchange(MADE)).rejects.toThrow(ReadModelUnavailableError);
      await expect(late.writer.commit(batch([thing('b', 2)], NEXT))).rejects.toThrow(CheckpointMismatchError);
      expect(await nameNow(reader)).toBe('before');
    });

    it('are gone where they are given up, and begun anew by another rebuild', async () => {
      const first = await built(follower, 'r1');
      await first.beside.discard();
      await expect(first.writer.commit(batch([thing('b', 2)], NEXT))).rejects.toThrow(CheckpointMismatchError);
      const other = await begun(follower, 'r2');
      expect([await other.writer.checkpoint('f'), await nameIn(other)]).toEqual([undefined, undefined]);
    });

    it('are dropped where the rebuild that has begun them is known to nobody', async () => {
      const { writer } = await built(follower, 'r1');
      await reader.dropAbandoned();
      await expect(writer.commit(batch([thing('b', 2)], NEXT))).rejects.toThrow(CheckpointMismatchError);
      expect(await nameNow(reader)).toBe('before');
    });

    it('have what no event feeds together with the rows before', async () => {
      const { beside } = await built(follower, 'r1');
      await follower.writer.putRows([stamp('s', '1')]);
      await beside.freeze();
      await beside.exchange(MADE);
      expect((await reader.model.getMany(STAMPS, [['s']]))[0]).toMatchObject({ at: '1' });
    });

    it('keep the rows before: these are live again, from where they were left', async () => {
      await exchanged(follower, 'r1');
      expect(await reader.keptSince()).toBe(AT);
      const back = await begun(reader, 'b1', 'back');
      expect(await reader.keptSince()).toBeUndefined();
      expect([await back.writer.checkpoint('f'), await nameIn(back)]).toEqual([position(1), 'before']);
      await back.writer.commit(batch([thing('b', 2)], { ...revisions(2), ...NEXT }));
      await back.beside.freeze();
      await back.beside.exchange({ ...MADE, origin: undefined });
      expect([await nameNow(reader), await reader.model.projectedRevision('w')]).toEqual(['before', 2]);
      expect(await reader.origin()).toBeUndefined();
      // And forth again: what the rebuild has left with its rows is still with them.
      const forth = await begun(reader, 'b2', 'back');
      await forth.beside.freeze();
      await forth.beside.exchange({ ...MADE, origin: undefined });
      expect([await nameNow(follower), await follower.origin()]).toEqual(['rebuilt', MADE.origin]);
    });

    it('keep no rows before that they are told not to keep', async () => {
      const { beside } = await built(follower, 'r1');
      await beside.freeze();
      await beside.exchange({ ...MADE, keeps: false });
      await reader.dropAbandoned();
      expect(await reader.keptSince()).toBeUndefined();
      expect(await reader.rowsBeside({ id: 'b1', kind: 'back' }).begin()).toBe('none');
    });

    it('keep the rows before until the next rebuild', async () => {
      await exchanged(follower, 'r1');
      const { beside } = await begun(follower, 'r2');
      expect(await reader.keptSince()).toBeUndefined();
      await beside.discard();
      expect(await reader.rowsBeside({ id: 'b1', kind: 'back' }).begin()).toBe('none');
    });

    it('that are dropped are those that are live, also for a process that has not looked at the mark since', async () => {
      await nameNow(reader);
      await exchanged(follower, 'r1');
      expect(await reader.writer.dropWorkspace(THINGS, 'w', 10)).toBe(1);
      expect(await nameNow(follower)).toBeUndefined();
    });

    it.each([
      ['an event', (rows: OpenSharedRows) => rows.writer.commit(erasing())],
      ['an amendment', (rows: OpenSharedRows) => rows.writer.amendRows([blanking()])],
      ['the drop of a workspace', (rows: OpenSharedRows) => rows.writer.dropWorkspace(THINGS, 'w', 10)],
      ['an operator', (rows: OpenSharedRows) => rows.dropKept()],
    ])('keep no rows before once personal data is erased by %s', async (_by, erase) => {
      await exchanged(follower, 'r1');
      await reader.writer.checkpoint('f');
      await reader.writer.commit(batch([thing('b', 2)], { ...revisions(2), ...NEXT }));
      expect(await reader.keptSince()).toBe(AT);
      await erase(reader);
      expect(await reader.keptSince()).toBeUndefined();
      expect(await reader.rowsBeside({ id: 'b1', kind: 'back' }).begin()).toBe('none');
    });
  });
}

function erasing() {
  const step = { from: position(2), to: position(3) };
  const writes = [write(named('', 3), false, named('rebuilt', 1))];
  return { ...batch([], { ...revisions(3), ...step }), writes };
}

function blanking() {
  return { collection: THINGS, key: KEY[0]!, revision: 1, ifFields: {}, set: { name: '' } };
}
