import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../../apps/operator/main.js', import.meta.url));

/** How the command line ended, and what it has said. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the operators' command line; `said` grows while it runs. */
export function startSmartlists(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { NODE_OPTIONS: _jest, DATA_DIR: _own, ...rest } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...rest, ...env } });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...said }));
  return { child, said, ended };
}

/** Runs the operators' command line to its end. */
export function smartlists(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return startSmartlists(args, env).ended;
}
