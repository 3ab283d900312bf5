import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personalKeysContract } from '../contract/index.js';
import { SqlitePersonalKeys } from './sqlite-personal-keys.js';

personalKeysContract('sqlite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'personal-keys-'));
  return {
    open: (secrets) => SqlitePersonalKeys.open({ file: join(directory, 'keys.db'), secrets }),
    destroy: () => rm(directory, { recursive: true }),
  };
});
