import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_COLLECTIONS, readModelContract } from '../contract/index.js';
import { SqliteReadModel } from './read-model.js';
import { SqliteReadModelWriter } from './writer.js';

const { projected, cachedFields } = CONTRACT_COLLECTIONS;
const projections = projected.map((collection) => ({ collection, version: 1, cachedFields }));

readModelContract('SQLite', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'read-model-'));
  const path = join(directory, 'read-model.db');
  return {
    open: async () => {
      const writer = SqliteReadModelWriter.open({ path, projections, others: CONTRACT_COLLECTIONS.others });
      const model = new SqliteReadModel(path);
      model.open();
      const close = async () => {
        model.close();
        writer.close();
      };
      return { model, writer, cacheWriter: writer, close };
    },
    destroy: async () => rmSync(directory, { recursive: true }),
  };
});
