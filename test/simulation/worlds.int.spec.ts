import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));
const SEEDS = 20;

// In a process of its own: Fastify's `inject` cannot be loaded under Jest.
it(`the same seed is the same world, and no promise is broken, on ${SEEDS} seeds`, async () => {
  const args = [MAIN, '--from', '1', '--seeds', String(SEEDS), '--twice'];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error);
  expect(stdout.trim().split('\n').at(-1)).toMatch(new RegExp(`^${SEEDS} runs, .* 0 broken$`));
}, 600_000);
