import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

describe('the types of the document', () => {
  // In a process of its own: the generator is none of the modules that Jest can load.
  it('are those of what the service serves now; else: npm run client:types', async () => {
    await promisify(execFile)(process.execPath, ['packages/client/scripts/types.mjs', '--check'], { cwd: ROOT });
  });
});
