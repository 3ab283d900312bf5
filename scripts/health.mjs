// node scripts/health.mjs [live|ready]: asks the service at HOST, PORT and API_BASE_PATH for its health. Exit 0:
// healthy. Exit 1, with a line that gives the reason: not healthy. For health checks of containers, whose images have
// no curl.
import { argv, env } from 'node:process';

const WAIT_MS = 4_000;
const ANY_ADDRESS = ['', '0.0.0.0', '::'];

const what = argv[2] ?? 'live';
const host = (env.HOST ?? '').trim();
const name = ANY_ADDRESS.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
const port = env.PORT?.trim() || '3000';
const path = (env.API_BASE_PATH ?? '').trim().replace(/\/+$/, '');
const url = `http://${name}:${port}${path}/health/${what}`;

try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
  if (!answer.ok) fail(`${answer.status} ${await answer.text()}`);
} catch (error) {
  fail(`${url}: ${error.cause?.message ?? error.message}`);
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
