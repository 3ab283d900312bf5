import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { type Console, type Exit, Refusal } from '../../../../apps/operator/console.js';
import { program } from '../../../../apps/operator/program.js';

const MAIN = fileURLToPath(new URL('../../../../apps/operator/main.js', import.meta.url));

/** How the command line ended, and what it has said. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Starts the operators' command line; `said` grows while it runs.
 * @param fileKiB the largest file that it may write: a write behind that fails, as on a full disk
 */
export function startSmartlists(args: readonly string[], env: Readonly<Record<string, string>>, fileKiB?: number) {
  const { NODE_OPTIONS: _jest, DATA_DIR: _own, ...rest } = process.env;
  const limit = fileKiB === undefined ? [] : ['bash', '-c', `ulimit -f ${fileKiB} && exec "$@"`, 'bash'];
  const [file, ...more] = [...limit, process.execPath, MAIN, ...args];
  const child = spawn(file!, more, { env: { ...rest, ...env } });
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

/** What a command has printed, and how it has ended. */
export interface Told {
  readonly printed: readonly string[];
  /** Undefined: well. */
  readonly exit: Exit | undefined;
  /** Why it was not carried out; '' where it was. */
  readonly sentence: string;
}

/**
 * Runs a command in this process: a thousand starts of a process would take an hour.
 * @param ports that the command is to meet instead of a terminal that shows nothing and is not interrupted
 */
export async function tell(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  ports: Partial<Pick<Console, 'progress' | 'interruption'>> = {},
): Promise<Told> {
  const printed: string[] = [];
  let exit: Exit | undefined;
  const console: Console = {
    environment,
    now: () => Date.now(),
    read: () => Promise.reject(new Error('no file is read')),
    request: () => Promise.reject(new Error('no service is asked')),
    ask: () => Promise.resolve(undefined),
    print: (text) => void printed.push(text),
    note: (sentence) => void printed.push(sentence),
    progress: () => undefined,
    fail: (negative = 'no') => void (exit = negative),
    interruption: () => new AbortController().signal,
    ...ports,
  };
  const output = { writeOut: () => undefined, writeErr: () => undefined };
  try {
    await program(console, { version: '0', output }).parseAsync(args, { from: 'user' });
    return { printed, exit, sentence: '' };
  } catch (error) {
    if (error instanceof Refusal) return { printed, exit: error.exit, sentence: error.message };
    if (error instanceof CommanderError) return { printed, exit: 'not_understood', sentence: error.message };
    throw error;
  }
}
