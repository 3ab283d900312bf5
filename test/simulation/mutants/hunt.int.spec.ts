import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const HUNT = fileURLToPath(new URL('./hunt.js', import.meta.url));
/** Found by the first seed; main.js hunts all of them. */
const NAME = 'a contact in a call is dialed from another list';

// In a process of its own: Fastify's `inject` cannot be loaded under Jest.
it('a mutant is found, and the promise that it breaks is named', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [HUNT, NAME, '20']);
  expect(stdout).toMatch(/found by seed \d+: rulesHold: CallDispatched .* is in call/);
}, 300_000);
