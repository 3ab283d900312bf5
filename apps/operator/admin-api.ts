import { type Command, InvalidArgumentError } from 'commander';
import { type Console, Refusal } from './console.js';

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
   * @throws Refusal the service does not answer, or answers with a refusal
   */
  async ask<Answer>(method: 'GET' | 'POST', path: string, json?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.token}` };
    const { status, body } = await this.console.request(method, this.url + path, headers, json);
    if (status === 200) return body as Answer;
    const { detail } = (body ?? {}) as { readonly detail?: unknown };
    throw new Refusal(
      typeof detail === 'string'
        ? `The service answers ${status}: ${detail}`
        : `No such service answers at ${this.url}: ${status}.`,
    );
  }
}

function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:3000.');
  }
  return url.href.replace(/\/+$/, '');
}
