import { program } from '../../apps/operator/program.js';
import type { Console } from '../../apps/operator/console.js';

/** A past that `smartlists at <instant> serve` answers. */
export interface ServedPast {
  readonly port: number;
  /** Ends it as Ctrl-C does. */
  end(): Promise<void>;
}

/**
 * Runs `smartlists at <instant> serve --keep <directory>` in this process, whose clock does not matter: the log of a
 * run with a test clock lies in the future.
 * @throws Refusal the command cannot be carried out
 */
export async function servePast(
  at: number,
  keep: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServedPast> {
  const ending = new AbortController();
  let served!: (port: number) => void;
  const listening = new Promise<number>((resolve) => (served = resolve));
  const notes: string[] = [];
  const refuse = (): never => {
    throw new Error('the command asks for nothing');
  };
  const console: Console = {
    environment,
    now: () => Infinity,
    read: refuse,
    request: refuse,
    ask: refuse,
    print: (text) => served(Number(/^http:\/\/127\.0\.0\.1:(\d+) answers as of/.exec(text)![1])),
    note: (sentence) => void notes.push(sentence),
    progress: () => undefined,
    fail: refuse,
    interruption: () => ending.signal,
  };
  const output = { writeOut: () => undefined, writeErr: () => undefined };
  const args = ['at', new Date(at).toISOString(), 'serve', '--port', '0', '--keep', keep];
  const ended = program(console, { version: '0', output }).parseAsync(args, { from: 'user' });
  const port = await Promise.race([
    listening,
    ended.then(() => {
      throw new Error(`it has ended: ${notes.join(' ')}`);
    }),
  ]);
  // A stream that is held back would be a past that differs.
  if (notes.length > 0) throw new Error(notes.join(' '));
  return {
    port,
    end: async () => {
      ending.abort();
      await ended;
    },
  };
}
