import { Command, InvalidArgumentError } from 'commander';
import { type Console, Refusal } from '../console.js';

const EXAMPLES = `
The admin token stands in ADMIN_TOKEN unless a file holds it. The secrets stay what they are. It may be repeated at any
time.

Examples:
  $ ADMIN_TOKEN=… smartlists secrets reseal
  $ smartlists secrets reseal --url https://lists.example/api/v1 --token-file token.txt --json

Exit codes: 0 every stored secret is sealed under the first key of SECRETS_KEY, 1 some open under none of its keys,
2 the command was not understood or cannot be carried out: then one sentence on standard error, with --json
{ "ok": false, "error": "…" } on standard output. What was sealed until then stays so.`;

/** The most that one page may have. */
const PAGE_SIZE = 200;

interface Options {
  readonly url: string;
  readonly tokenFile?: string;
  readonly json?: true;
}

interface Answer {
  readonly resealed: number;
  readonly unopened: number;
  readonly next_page_token: string | null;
}

/** `smartlists secrets reseal`: has a running service seal what it stores under its newest key. */
export function resealCommand(console: Console): Command {
  return new Command('reseal')
    .summary('have a running service seal stored secrets under the first SECRETS_KEY')
    .description('Seals every stored signing secret under the first key of SECRETS_KEY, through a running service.')
    .option('--url <url>', 'where the service is, with its base path', serviceUrl, 'http://127.0.0.1:3000')
    .option('--token-file <file>', 'the admin token in a file')
    .option('--json', 'print the counts, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { url, tokenFile, json }: Options): Promise<void> {
  const given =
    tokenFile === undefined ? console.environment['ADMIN_TOKEN'] : (await console.read(tokenFile)).toString();
  const token = given?.trim();
  if (!token) throw new Refusal('Which admin token? Give --token-file, or set ADMIN_TOKEN.');
  const counts = { resealed: 0, unopened: 0 };
  for (let pageToken: string | null = ''; pageToken !== null;) {
    const page = pageToken && `&page_token=${encodeURIComponent(pageToken)}`;
    const path = `/admin/secrets/reseal?page_size=${PAGE_SIZE}${page}`;
    const answer: Answer = await post(console, `${url}${path}`, token);
    counts.resealed += answer.resealed;
    counts.unopened += answer.unopened;
    pageToken = answer.next_page_token;
  }
  console.print(json ? JSON.stringify({ ok: counts.unopened === 0, ...counts }, undefined, 2) : inWords(counts));
  if (counts.unopened > 0) console.fail();
}

async function post(console: Console, url: string, token: string): Promise<Answer> {
  const { status, body } = await console.post(url, { authorization: `Bearer ${token}` });
  if (status === 200) return body as Answer;
  const { detail } = (body ?? {}) as { readonly detail?: unknown };
  throw new Refusal(
    typeof detail === 'string'
      ? `The service answers ${status}: ${detail}`
      : `No such service answers at ${url}: ${status}.`,
  );
}

function inWords({ resealed, unopened }: Omit<Answer, 'next_page_token'>): string {
  const done = `Sealed under the first key of SECRETS_KEY: ${resealed}.`;
  return unopened === 0 ? done : `${done} OPEN UNDER NONE OF ITS KEYS: ${unopened}; rotate them.`;
}

function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:3000.');
  }
  return url.href.replace(/\/+$/, '');
}
