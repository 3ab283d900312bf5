import { readModelContract } from '../contract/index.js';
import { MemoryReadModel, MemoryStorage } from './memory-read-model.js';

readModelContract('MemoryReadModel', async () => {
  const storage = new MemoryStorage();
  return {
    open: async () => {
      const model = new MemoryReadModel(storage);
      return { model, writer: model, cacheWriter: model, close: async () => undefined };
    },
    destroy: async () => undefined,
  };
});
