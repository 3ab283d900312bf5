import { Command, InvalidArgumentError } from 'commander';
import { problemOfSecrets, secretsIn } from '#webhooks/receiving';
import { type Console, Refusal } from '../console.js';
import { readPasted } from './pasted-request.js';
import { inWords, verify } from './verify.js';

const EXAMPLES = `
The request is pasted as it arrived: headers, an empty line, the raw body. Nothing is sent anywhere.

The signing secret stands in SMARTLISTS_WEBHOOK_SECRET unless an option names another. Several, as during a rotation, have
blanks or commas between; in a file, line breaks too.

Examples:
  $ export SMARTLISTS_WEBHOOK_SECRET=whsec_…
  $ smartlists webhook verify < request.txt
  $ smartlists webhook verify --headers headers.txt --body body.json
  $ SMARTLISTS_WEBHOOK_SECRET="whsec_… whsec_…" smartlists webhook verify request.txt   # during a rotation
  $ smartlists webhook verify --secret-file new.txt --secret-file old.txt request.txt
  $ smartlists webhook verify --tolerance 300 --json request.txt

Exit codes: 0 both signatures hold, 1 one of them does not, 2 the command was not understood
or cannot be carried out: then one sentence on standard error, with --json { "ok": false, "error": "…" } on standard output.`;

interface Options {
  readonly headers?: string;
  readonly body?: string;
  readonly secret?: readonly string[];
  readonly secretFile?: readonly string[];
  readonly tolerance?: number;
  readonly json?: true;
}

/** `smartlists webhook verify`: checks a pasted delivery offline. */
export function verifyCommand(console: Console): Command {
  return new Command('verify')
    .summary('check the signatures of a pasted webhook delivery, offline')
    .description('Checks both signatures of a webhook delivery over its raw body, offline.')
    .argument('[request]', 'file with headers, an empty line and the body; standard input without it')
    .option('--headers <file>', 'headers alone, line by line (with --body)')
    .option('--body <file>', 'the raw body alone (with --headers)')
    .option('--secret-file <file>', 'signing secrets, whsec_…, in a file (repeatable)', gather)
    .option('--secret <secret>', 'signing secret itself; other users of the machine may see it (repeatable)', gather)
    .option('--tolerance <seconds>', 'refuse a delivery that was sent longer ago', seconds)
    .option('--json', 'print the verdict, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((request: string | undefined, options: Options) => run(console, request, options));
}

async function run(console: Console, request: string | undefined, options: Options): Promise<void> {
  const secrets = await secretsOf(console, options);
  const pasted = await pastedOf(console, request, options);
  const verdict = verify(pasted, { secrets, now: console.now(), tolerance: options.tolerance });
  console.print(options.json ? JSON.stringify(verdict, undefined, 2) : inWords(verdict));
  if (!verdict.ok) console.fail();
}

async function pastedOf(console: Console, request: string | undefined, { headers, body }: Options) {
  if ((headers === undefined) !== (body === undefined)) throw new Refusal('--headers and --body belong together.');
  if (headers !== undefined && request !== undefined)
    throw new Refusal('Give either a request, or --headers and --body.');
  const text = await console.read(headers ?? request ?? '-');
  const pasted = readPasted(text, body === undefined ? undefined : await console.read(body));
  if (typeof pasted === 'string') throw new Refusal(pasted);
  return pasted;
}

async function secretsOf(console: Console, { secret = [], secretFile = [] }: Options): Promise<readonly string[]> {
  const files = await Promise.all(secretFile.map(async (file) => (await console.read(file)).toString('utf8')));
  const given = [...secret, ...files];
  const texts = given.length > 0 ? given : [console.environment['SMARTLISTS_WEBHOOK_SECRET'] ?? ''];
  const secrets = texts.flatMap(secretsIn);
  if (secrets.length === 0) {
    throw new Refusal('Which secret? Give --secret-file, or set SMARTLISTS_WEBHOOK_SECRET.');
  }
  const problem = problemOfSecrets(secrets);
  if (problem) throw new Refusal(problem);
  return secrets;
}

function gather(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

function seconds(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
}
