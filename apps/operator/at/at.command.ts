import { Argument, Command, InvalidArgumentError } from 'commander';
import type { Past } from '../../service/past/index.js';
import { pastInstant, workspaceId } from '../arguments.js';
import { type Console, type Exit, Refusal } from '../console.js';
import { loadPast, refuse } from '../past.js';

const EXAMPLES = `
Reads the log beside a running service, by the service's own environment: DATA_DIR, EVENTSTORE_URL, READMODEL_URL,
PERSONAL_KEYS_URL, SECRETS_KEY. No event and no row of the service is written. Every GET answers as the service did at
that instant, at which the clock stands: for a key that was valid then, or for a whole workspace with --workspace. Admin
routes take an admin token of today (ADMIN_TOKEN, ADMIN_TOKENS), as --key or as a bearer token.

What was erased since is gone from the past as well. Rows of a past hold personal data in the clear: they are removed at
the end, unless --keep names a directory for them. A kept directory is of one workspace, or of all, and goes forward only;
it does not learn of later erasures.

Examples:
  $ smartlists at 2026-11-20T09:00:00Z get /smart-lists --workspace 0192f0c1-…
  $ smartlists at 2026-11-20T09:00:00+01:00 get '/dialer/preview?limit=20' --key @key.txt
  $ smartlists at 2026-11-20T09:00:00Z get /admin/workspaces --key "$ADMIN_TOKEN"
  $ smartlists at 2026-11-20T09:00:00Z serve --port 3900 --workspace 0192f0c1-… --keep ./past
  $ smartlists at 2026-11-20T09:00:00Z serve --port 0 --workspace 0192f0c1-… --json

Exit codes: 0 answered, or interrupted while it served; 2 the command was not understood or cannot be carried out, or the
answer is 400, 401 or 403; 3 the answer is 404, or there was nothing at that instant; 4 a store or the log cannot be read
now; 130 interrupted. With 2 to 130 one sentence on standard error, with --json { "ok": false, "error": "…" } on
standard output; with an answer of the API, the answer.`;

const DEFAULT_PORT = 3900;

interface Options {
  readonly workspace?: string;
  readonly key?: string;
  readonly port: number;
  readonly keep?: string;
  readonly json?: true;
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
    .option('--json', 'of serve: print where it answers as JSON; what get prints is JSON')
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
  if (options.workspace !== undefined && key !== undefined) {
    throw new Refusal('--workspace asks without a key: give one of both.');
  }
  const signal = console.interruption();
  const past = await open(console, until, options, signal);
  try {
    for (const sentence of past.held) console.note(sentence);
    const { status, body } = await past.get(path, key);
    console.print(body);
    if (status < 400) return;
    console.note(`The answer of then is ${status}.`);
    console.fail(exitOf(status));
  } finally {
    await past.close();
  }
}

async function serve(console: Console, until: string, path: string | undefined, options: Options): Promise<void> {
  if (path !== undefined) throw new Refusal('serve takes no path.');
  if (options.key !== undefined) throw new Refusal('serve takes no --key: requests bear theirs.');
  const signal = console.interruption();
  const past = await open(console, until, options, signal);
  try {
    const url = await past.listen(options.port).catch(refuse);
    const { held } = past;
    // One line: a reader that waits for the end of the output would wait until Ctrl-C.
    const shown = { ok: true, url, at: until, workspace_id: options.workspace ?? null, held };
    if (!options.json) for (const sentence of held) console.note(sentence);
    console.print(options.json ? JSON.stringify(shown) : `${url} answers as of ${until}. Ctrl-C ends it.`);
    await interrupted(signal);
  } finally {
    await past.close();
  }
}

async function open(console: Console, until: string, { workspace, keep }: Options, signal: AbortSignal): Promise<Past> {
  const { openPast } = await loadPast();
  const { environment } = console;
  const progress = (part: number | undefined) => console.progress(part, 'of the log');
  const options = { environment, until, workspaceId: workspace, keep, signal, progress };
  return openPast(options)
    .catch(refuse)
    .finally(() => console.progress(undefined, ''));
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

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(value <= 65_535)) throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  return value;
}
