import type { RebuildRecords } from '../rebuild-records.js';
import type { OpenSharedRows, SharedRowsHarness } from './rows-beside.contract.js';

/** A process's connection to shared rows, with the record of their last rebuild. */
export interface OpenRecordedRows extends OpenSharedRows {
  readonly rebuilds: RebuildRecords;
}

interface RecordedRowsHarness extends SharedRowsHarness {
  open(): Promise<OpenRecordedRows>;
}

const recordOf = (id: string, status: string, isEnded = false) => ({ id, status, isEnded });

/**
 * What holds of the record of the last rebuild
 * (docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md).
 */
export function rebuildRecordsContract(name: string, makeHarness: () => Promise<RecordedRowsHarness>): void {
  describe(`${name}: the record of the last rebuild`, () => {
    let harness: RecordedRowsHarness;
    let rows: OpenRecordedRows;

    beforeEach(async () => {
      harness = await makeHarness();
      rows = await harness.open();
      await rows.markComplete(await rows.ensure());
    });
    afterEach(() => harness.destroy());

    it('is replaced by the next rebuild alone, and updated by its own', async () => {
      const { rebuilds } = rows;
      expect(await rebuilds.find()).toBeUndefined();
      expect(await rebuilds.begin(recordOf('r1', 'a'), undefined)).toBe(true);
      expect(await rebuilds.begin(recordOf('r2', 'a'), undefined)).toBe(false);
      await rebuilds.update(recordOf('r1', 'b'));
      await rebuilds.update(recordOf('r2', 'c'));
      expect(await rebuilds.find()).toEqual(recordOf('r1', 'b'));
      expect(await rebuilds.begin(recordOf('r2', 'd'), 'r1')).toBe(true);
      expect(await rebuilds.find()).toEqual(recordOf('r2', 'd'));
    });

    it('stays as it has ended, though a process writes late how far it was', async () => {
      const { rebuilds } = rows;
      await rebuilds.begin(recordOf('r1', 'building'), undefined);
      await rebuilds.update(recordOf('r1', 'done', true));
      await rebuilds.update(recordOf('r1', 'building'));
      expect(await rebuilds.find()).toEqual(recordOf('r1', 'done', true));
    });

    it('keeps the rows of a rebuild under way from a process that drops what an earlier one has left', async () => {
      await rows.rebuilds.begin(recordOf('r1', 'building'), undefined);
      const beside = rows.rowsBeside({ id: 'r1', kind: 'rebuild' });
      await beside.begin();
      await rows.dropAbandoned();
      await expect(beside.open()).resolves.toBeDefined();
      await rows.rebuilds.update(recordOf('r1', 'failed', true));
      await rows.dropAbandoned();
      await expect(beside.open()).rejects.toThrow();
    });

    it('lets those be dropped of which it says nothing', async () => {
      const beside = rows.rowsBeside({ id: 'r0', kind: 'rebuild' });
      await beside.begin();
      await rows.rebuilds.begin(recordOf('r1', 'building'), undefined);
      await rows.dropAbandoned();
      await expect(beside.open()).rejects.toThrow();
    });
  });
}
