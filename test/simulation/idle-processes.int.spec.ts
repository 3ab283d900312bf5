import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAIN = fileURLToPath(new URL('./idle-processes.js', import.meta.url));
const MOST = 10;

// In a process of its own: Fastify's `inject` cannot be loaded under Jest.
it(`an idle process sends fewer than ${MOST} messages a second to its stores, alone and beside other ones`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN]);
  const rates = JSON.parse(stdout) as readonly number[];
  expect(rates).toHaveLength(3);
  for (const rate of rates) {
    expect(rate).toBeGreaterThan(1);
    expect(rate).toBeLessThan(MOST);
  }
}, 120_000);
