import { Argument, Command, InvalidArgumentError } from 'commander';
import type { Past, PastRefusal } from '../../service/past/index.js';
import { type Console, type Exit, Refusal } from '../console.js';

const EXAMPLES = `
Reads the log beside a running service, by the same environment: DATA_DIR, EVENTSTORE_URL, SECRETS_KEY. Nothing is
written to the stores. Every GET answers as the service did at that instant, for a key that was valid then; with
--workspace no key is needed. What was erased since is gone from the past as well. The rows of a past hold personal data
in the clear: they are removed at the end, unless --keep names a directory for them.

Examples:
  $ smartlists at 2026-11-20T09:00:00Z get /smart-lists --workspace 0192f0c1-…
  $ smartlists at 2026-11-20T09:00:00+01:00 get '/dialer/preview?limit=20' --key @key.txt
  $ smartlists at 2026-11-20T09:00:00Z serve --port 3900 --workspace 0192f0c1-… --keep ./past

Exit codes: 0 answered, 2 the command was not understood or cannot be carried out, 3 there is no such thing (404), or
there was none at that instant, 4 a store or the log cannot be read now; with 2 to 4 one sentence on standard error.`;

/** What an instant looks like: its zone is part of it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DEFAULT_PORT = 3900;

interface Options {
  readonly workspace?: string;
  readonly key?: string;
  readonly port: number;
  readonly keep?: string;
}

/** `smartlists at`: what the API answered at an instant. */
export function atCommand(console: Console): Command {
  return new Command('at')
    .summary('what the API answered at an instant of the past')
    .description('Answers GETs of the API as the service did at an instant, from the log alone.')
    .argument('<instant>', 'in ISO 8601, with a zone', pastInstant(console))
    .addArgument(new Argument('<action>', 'get: ask once; serve: answer until Ctrl-C').choices(['get', 'serve']))
    .argument('[path]', 'of get, with its query')
    .option('--workspace <id>', 'ask as this workspace, without a key', workspaceId)
    .option('--key <key>', 'of get: an API key that was valid then; @FILE reads it from a file')
    .option('--port <port>', 'of serve; 0 takes a free one', port, DEFAULT_PORT)
    .option('--keep <directory>', 'keep the rows there, and go on from what is there')
    .addHelpText('after', EXAMPLES)
    .action((until: string, action: 'get' | 'serve', path: string | undefined, options: Options) =>
      action === 'get' ? get(console, until, path, options) : serve(console, until, path, options),
    );
}

async function get(console: Console, until: string, path: string | undefined, options: Options): Promise<void> {
  if (!path?.startsWith('/')) throw new Refusal('Which path? It begins with a slash, as in get /smart-lists.');
  const key = await keyOf(console, options);
  if (options.workspace === undefined && key === undefined) {
    throw new Refusal('As whom? Give --workspace, or --key.');
  }
  const signal = console.interruption();
  const past = await open(console, until, options, signal);
  try {
    const { status, body } = await past.get(path, key);
    console.print(body);
    if (status >= 400) console.fail(exitOf(status));
  } finally {
    await past.close();
  }
}

async function serve(console: Console, until: string, path: string | undefined, options: Options): Promise<void> {
  if (path !== undefined) throw new Refusal('serve takes no path.');
  const signal = console.interruption();
  const past = await open(console, until, options, signal);
  try {
    const url = await past.listen(options.port).catch(asRefusal);
    console.print(`${url} answers as of ${until}. Ctrl-C ends it.`);
    await interrupted(signal);
  } finally {
    await past.close();
  }
}

/** Loads the service only now: other commands start in a tenth of the time. */
async function open(
  { environment }: Console,
  until: string,
  { workspace, keep }: Options,
  signal: AbortSignal,
): Promise<Past> {
  // Rows hold personal data in the clear: no other user may read their file.
  process.umask(0o077);
  const { openPast } = await import('../../service/past/index.js');
  return openPast({ environment, until, workspaceId: workspace, keep, signal }).catch(asRefusal);
}

function asRefusal(error: unknown): never {
  const { name, reason, message } = error as Partial<PastRefusal>;
  throw name === 'PastRefusal' ? new Refusal(message!, reason) : error;
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function keyOf(console: Console, { key }: Options): Promise<string | undefined> {
  return key?.startsWith('@') ? (await console.read(key.slice(1))).toString().trim() : key;
}

function exitOf(status: number): Exit {
  if (status === 404) return 'not_found';
  return status >= 500 ? 'unavailable' : 'not_understood';
}

function pastInstant(console: Console): (text: string) => string {
  return (text) => {
    const at = INSTANT.test(text) ? Date.parse(text) : NaN;
    if (Number.isNaN(at)) throw new InvalidArgumentError('It must be an instant such as 2026-11-20T09:00:00Z.');
    if (at > console.now()) throw new InvalidArgumentError('It lies in the future.');
    return new Date(at).toISOString();
  };
}

function workspaceId(text: string): string {
  const id = text.toLowerCase();
  if (!UUID.test(id)) throw new InvalidArgumentError('It must be the id of a workspace.');
  return id;
}

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(value <= 65_535)) throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  return value;
}
