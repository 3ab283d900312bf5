import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { buffer } from 'node:stream/consumers';
import { CommanderError } from 'commander';
import { visibleText } from '#webhooks/receiving';
import { type Console, type Exit, EXIT_CODES, Refusal } from './console.js';
import { program } from './program.js';

/**
 * Milliseconds to wait for an answer. A page of 200 workspaces is answered in about a second, or within 12 s where the
 * rows lag.
 */
const ANSWER_MS = 60_000;
/** Characters of a progress bar. */
const BAR = 30;

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
// Rows and exports hold personal data in the clear: no other user may read their files.
process.umask(0o077);

/** Read from the arguments directly: a command line that cannot be parsed is also answered in JSON. */
const asJson = process.argv.includes('--json');
const print = (text: string): void => void process.stdout.write(visibleText(text));
const printError = (text: string): void => void process.stderr.write(visibleText(text));

const console: Console = {
  environment: process.env,
  now: () => Date.now(),
  read: async (file) => {
    try {
      return await (file === '-' ? buffer(process.stdin) : readFile(file));
    } catch (error) {
      throw new Refusal(`${file} cannot be read: ${(error as Error).message}.`);
    }
  },
  request: async (method, url, headers, body) => {
    const json = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const init = { method, headers, ...json, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) } as const;
    const response = await fetch(url, init).catch(() => {
      throw new Refusal(`Nobody answers at ${new URL(url).origin}.`, 'unavailable');
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  },
  ask: async (question) => {
    if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const ended = new Promise<never>((_resolve, reject) => {
      lines.once('close', () => reject(new Refusal('It was interrupted.', 'interrupted')));
    });
    try {
      return await Promise.race([lines.question(visibleText(question)), ended]);
    } finally {
      lines.close();
    }
  },
  print: (text) => print(`${text}\n`),
  note: (sentence) => printError(`${sentence}\n`),
  progress: (part, text) => {
    if (!process.stderr.isTTY) return;
    const bar =
      part === undefined ? '' : `${'#'.repeat(Math.round(part * BAR)).padEnd(BAR, '.')} ${Math.floor(part * 100)} % `;
    process.stderr.write(`\r\u001b[K${text === '' ? '' : bar + text}`);
  },
  fail: (exit = 'no') => void (process.exitCode = EXIT_CODES[exit]),
  interruption: () => {
    const controller = new AbortController();
    // A second one ends the process; `exit` handlers still remove temporary files, which a signal would not let them.
    const interrupt = (): void =>
      controller.signal.aborted ? process.exit(EXIT_CODES.interrupted) : controller.abort();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
    return controller.signal;
  },
};

// A reader that has seen enough (`| head`) closes the pipe: there is nobody to tell anything.
process.stdout.on('error', () => process.exit(EXIT_CODES.no));

interface Refused {
  readonly sentence: string;
  readonly exit: Exit;
  readonly isPrinted: boolean;
}

/** The sentence for an error of a command, and whether it has been printed; undefined: a requested help or version. */
function refusalIn(error: unknown): Refused | undefined {
  if (error instanceof Refusal) return { sentence: error.message, exit: error.exit, isPrinted: false };
  if (!(error instanceof CommanderError)) throw error;
  // Requested help and version are no errors.
  if (error.exitCode === 0) return undefined;
  const sentence =
    error.code === 'commander.help' ? 'Which command? See --help.' : error.message.replace(/^error: /, '');
  return { sentence, exit: 'not_understood', isPrinted: true };
}

try {
  await program(console, {
    version,
    output: { writeOut: print, writeErr: (text) => (asJson ? undefined : printError(text)) },
  }).parseAsync();
} catch (error) {
  const refusal = refusalIn(error);
  if (refusal) process.exitCode = EXIT_CODES[refusal.exit];
  if (refusal && asJson) console.print(JSON.stringify({ ok: false, error: refusal.sentence }, undefined, 2));
  else if (refusal && !refusal.isPrinted) printError(`${refusal.sentence}\n`);
}
