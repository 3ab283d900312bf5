import { Command, InvalidArgumentError } from 'commander';
import { type Console, type Exit, type Method, Refusal } from './console.js';

/** Largest size of a page that the service accepts. */
const PAGE_SIZE = 200;

/** The options by which a command finds the service; see {@link withServiceOptions}. */
export interface ServiceOptions {
  readonly url: string;
  readonly tokenFile?: string;
}

/** Adds the options by which a command finds a running service. */
export function withServiceOptions(command: Command): Command {
  return command
    .option('--url <url>', 'where the service is, with its base path', serviceUrl, 'http://127.0.0.1:3000')
    .option('--token-file <file>', 'the admin token in a file');
}

/** The options of {@link adminCommand}. */
export interface AdminOptions extends ServiceOptions {
  readonly json?: true;
}

/**
 * A command over the admin routes of a running service.
 * @param examples lines without the leading `$`
 * @param more sentences before the examples
 */
export function adminCommand(name: string, examples: readonly string[], more = ''): Command {
  return withServiceOptions(new Command(name))
    .option('--json', 'print what the API answers, or what is wrong with the command, as JSON')
    .addHelpText(
      'after',
      `
The admin token stands in ADMIN_TOKEN unless --token-file names a file. Any process with the role api answers.${more && `\n${more}`}

Examples:
${examples.map((example) => `  $ ${example}`).join('\n')}

Exit codes: 0 done, 2 the command was not understood or the service refuses it, 3 there is no such thing, 4 no service
answers now, 130 interrupted. With 2 to 130 one sentence on standard error, with --json { "ok": false, "error": "…" } on
standard output.`,
    );
}

/** The admin routes of a running service. */
export class AdminApi {
  private constructor(
    private readonly console: Console,
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** @throws Refusal without a token */
  static async open(console: Console, { url, tokenFile }: ServiceOptions): Promise<AdminApi> {
    const given =
      tokenFile === undefined ? console.environment['ADMIN_TOKEN'] : (await console.read(tokenFile)).toString();
    const token = given?.trim();
    if (!token) throw new Refusal('Which admin token? Give --token-file, or set ADMIN_TOKEN.');
    return new AdminApi(console, url, token);
  }

  /**
   * Sends a request. @returns the body of the answer
   * @throws Refusal `not_found`: 404; `unavailable`: no answer, 429, 5xx, or what answers is no such service;
   * `not_understood`: any other refusal
   */
  async ask<Answer>(method: Method, path: string, json?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.token}` };
    const { status, body } = await this.console.request(method, this.url + path, headers, json);
    const isDone = (body as { readonly ok?: unknown } | undefined)?.ok === true;
    if (status >= 200 && status < 300 && isDone) return body as Answer;
    const sentence = sentenceOf(body);
    throw sentence === undefined
      ? new Refusal(`No such service answers at ${this.url}: ${status}.`, 'unavailable')
      : new Refusal(`The service answers ${status}: ${sentence}`, exitOf(status));
  }

  /**
   * The answers of all pages of a route.
   * @param filters its query parameters; those that are undefined are left out
   * @throws Refusal as {@link ask}
   */
  async pages<Page>(
    method: 'GET' | 'POST',
    path: string,
    filters: Readonly<Record<string, string | undefined>> = {},
  ): Promise<readonly Page[]> {
    const pages: Page[] = [];
    const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : `&${name}=${value}`));
    for (let token: string | null = ''; token !== null;) {
      const from: string = token && `&page_token=${encodeURIComponent(token)}`;
      const at = `${path}?page_size=${PAGE_SIZE}${given.join('')}${from}`;
      const page = await this.ask<Page & { readonly next_page_token: string | null }>(method, at);
      pages.push(page);
      token = page.next_page_token;
    }
    return pages;
  }
}

/** What a problem document says; of several fields each. Undefined: it is none. */
function sentenceOf(body: unknown): string | undefined {
  const { detail, errors = [] } = (body ?? {}) as {
    readonly detail?: unknown;
    readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  };
  if (typeof detail !== 'string') return undefined;
  return errors.length > 1 ? errors.map((error) => `${error.pointer}: ${error.detail}`).join(' ') : detail;
}

function exitOf(status: number): Exit {
  if (status === 404) return 'not_found';
  return status === 429 || status >= 500 ? 'unavailable' : 'not_understood';
}

function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:3000.');
  }
  return url.href.replace(/\/+$/, '');
}
