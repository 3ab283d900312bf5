import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { completeWithin } from './child-process.js';

const MAIN = fileURLToPath(new URL('../../apps/service/main.js', import.meta.url));
const END_MS = 60_000;

/** The exit code and the output of a process that was expected to refuse to start. */
export interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  readonly stdout: string;
}

/** Starts the service where it must refuse to run, and waits for its end; kills it if it runs nevertheless. */
export async function startInVain(env: Readonly<Record<string, string>>): Promise<Ended> {
  const { NODE_OPTIONS: _jest, ...inherited } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { ...inherited, PORT: '0', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  }
  const [code] = (await completeWithin(END_MS, once(child, 'close'), () => {
    child.kill('SIGKILL');
    return `the service did not end within ${END_MS} ms\n${said.stdout}${said.stderr}`;
  })) as [number | null];
  return { code, ...said };
}
