import { personalKeysContract } from '../contract/index.js';
import { MemoryKeyStore, MemoryPersonalKeys } from './memory-personal-keys.js';

personalKeysContract('in memory', async () => {
  const store = new MemoryKeyStore();
  return { open: async (secrets) => new MemoryPersonalKeys(secrets, store), destroy: async () => undefined };
});
