import { algebraContract } from './algebra.js';
import { amendmentsContract } from './amendments.js';
import { filledIndexesContract } from './filled-indexes.js';
import type { OpenReadModel, ReadModelHarness } from './fixtures.js';
import { idsContract } from './ids.js';
import { mergesContract } from './merges.js';
import { readsContract } from './reads.js';
import { talliesContract } from './tallies.js';
import { uniqueIndexesContract } from './unique-indexes.js';
import { writesContract } from './writes.js';

/**
 * The contract of every read model (docs/architecture.md#ports; docs/reference/consistency.md#projections), run on each
 * adapter.
 * @param harness makes a storage with CONTRACT_COLLECTIONS
 * @param options `runs` of the property test, each on a new storage; 40 unless storages are slow to make
 */
export function readModelContract(
  name: string,
  harness: () => Promise<ReadModelHarness>,
  options: { readonly runs?: number } = {},
): void {
  describe(`${name}, as a read model`, () => {
    let storage: ReadModelHarness;
    let opened: OpenReadModel;

    beforeEach(async () => {
      storage = await harness();
      opened = await storage.open();
    });

    afterEach(async () => {
      await opened.close();
      await storage.destroy();
    });

    readsContract(() => opened);
    talliesContract(() => opened);
    mergesContract(() => opened);
    filledIndexesContract(() => opened);
    uniqueIndexesContract(() => opened);
    idsContract(() => opened);
    const reopen = async () => {
      await opened.close();
      return (opened = await storage.open());
    };
    writesContract(() => opened, reopen);
    amendmentsContract(() => opened, reopen);
    algebraContract(async () => {
      const storage = await harness();
      const opened = await storage.open();
      return {
        opened,
        destroy: async () => {
          await opened.close();
          await storage.destroy();
        },
      };
    }, options.runs ?? 40);
  });
}
