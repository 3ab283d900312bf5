import { CommanderError } from 'commander';
import { type Console, type Exit, Refusal } from '../console.js';
import { program } from '../program.js';

/** The admin token of the tests' environment. */
export const TOKEN = 'an-admin-token-of-32-characters!';

/** A request that a command has sent. */
export interface Sent {
  /** Such as `GET /admin/workspaces?page_size=200`. */
  readonly request: string;
  readonly authorization: string | undefined;
  readonly body: object | undefined;
}

/** What a command meets. */
export interface World {
  /** Answers by request: a body of status 200, or status and body. An unknown request fails the test. */
  readonly answers?: Readonly<Record<string, object | readonly [status: number, body: object | undefined]>>;
  /** What is typed on the terminal; undefined: there is none. */
  readonly typed?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** What a command has done. */
export interface Done {
  readonly sent: readonly Sent[];
  /** On standard output. */
  readonly printed: string;
  readonly noted: readonly string[];
  readonly asked: readonly string[];
  /** Undefined: well. */
  readonly exit: Exit | undefined;
  /** Why it was not carried out; '' where it was. */
  readonly refused: string;
}

/** Runs a command in this process against answers of a service. */
export async function runCommand(args: readonly string[], world: World = {}): Promise<Done> {
  const { answers = {}, typed, environment = { ADMIN_TOKEN: TOKEN } } = world;
  const [sent, printed, noted, asked]: [Sent[], string[], string[], string[]] = [[], [], [], []];
  let exit: Exit | undefined;
  const console: Console = {
    environment,
    now: () => Date.parse('2030-01-01T00:00:00.000Z'),
    read: (file) => Promise.reject(new Error(`${file} is not read`)),
    request: async (method, url, { authorization }, body) => {
      const { pathname, search } = new URL(url);
      const request = `${method} ${pathname}${search}`;
      sent.push({ request, authorization, body });
      const answer = answers[request];
      if (answer === undefined) throw new Error(`${request} has no answer`);
      return Array.isArray(answer)
        ? { status: answer[0] as number, body: answer[1] as unknown }
        : { status: 200, body: answer };
    },
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(typed);
    },
    print: (text) => void printed.push(text),
    note: (sentence) => void noted.push(sentence),
    progress: () => undefined,
    fail: (negative = 'no') => void (exit = negative),
    interruption: () => new AbortController().signal,
  };
  const output = { writeOut: () => undefined, writeErr: () => undefined };
  const done = () => ({ sent, printed: printed.join('\n'), noted, asked });
  try {
    await program(console, { version: '0', output }).parseAsync(args, { from: 'user' });
    return { ...done(), exit, refused: '' };
  } catch (error) {
    if (error instanceof Refusal) return { ...done(), exit: error.exit, refused: error.message };
    if (error instanceof CommanderError) return { ...done(), exit: 'not_understood', refused: error.message };
    throw error;
  }
}
