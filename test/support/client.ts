import type { Contract } from './contract.js';
import { jsonOf } from './contract.js';
import type { Answer, Headers, Http, Request } from './http.js';
import { parseRaw } from './http.js';
import { pairUnderTest } from './deployments/deployment.js';

/** Statuses that are sent before the API key is checked, or without a key. */
const BEFORE_THE_KEY = new Set([401, 404, 405]);

/** How often a read is sent again that finds no store: a stand-in on a busy machine may not answer in time. */
const REPEATED_READS = pairUnderTest() === 'distributed' ? 3 : 0;

/** Sends requests to one service with one key and checks every answer against the served OpenAPI document. */
export class Client {
  constructor(
    private readonly http: Http,
    readonly contract: Contract,
    readonly token?: string,
  ) {}

  /** The same connections with another key. */
  as(token: string | undefined): Client {
    return new Client(this.http, this.contract, token);
  }

  /** Sends a request and checks its answer, whatever the status. */
  async send(request: Request): Promise<Answer> {
    const authorization = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    const answer = await this.http.send({ ...request, headers: { ...authorization, ...request.headers } });
    this.contract.check(request.method, request.path, answer);
    this.checkRateLimit(request, answer);
    return answer;
  }

  get(path: string, headers: Headers = {}): Promise<Answer> {
    return this.send({ method: 'GET', path, headers });
  }

  post(path: string, json?: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send({ method: 'POST', path, json, headers });
  }

  patch(path: string, json: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send({ method: 'PATCH', path, json, headers });
  }

  delete(path: string, headers: Headers = {}): Promise<Answer> {
    return this.send({ method: 'DELETE', path, headers });
  }

  /** The body of an answer that must be a success. */
  async read<Body>(path: string): Promise<Body> {
    let answer = await this.get(path);
    for (let sent = 1; answer.status === 503 && sent <= REPEATED_READS; sent += 1) answer = await this.get(path);
    return success<Body>(answer, 200);
  }

  /** Every row of a paged read, page after page. */
  async walk<Row>(path: string, rows: string, pageSize = 200): Promise<Row[]> {
    const all: Row[] = [];
    let token: string | null = '';
    while (token !== null) {
      const page: Record<string, unknown> = await this.read(pageOf(path, pageSize, token));
      all.push(...(page[rows] as Row[]));
      token = page['next_page_token'] as string | null;
    }
    return all;
  }

  /** Sends bytes that no HTTP client would send, on a new socket. Checks the answer if the path is in the document. */
  async raw(bytes: string | Uint8Array): Promise<Answer> {
    const answer = parseRaw(await this.http.raw(bytes));
    const [method = '', path = ''] = Buffer.from(bytes).subarray(0, 2_000).toString('latin1').split(' ');
    if (Number.isInteger(answer.status)) this.contract.check(method, path, answer);
    return answer;
  }

  private checkRateLimit({ method, path }: Request, { status, headers }: Answer): void {
    if (!this.token?.startsWith('sl_') || BEFORE_THE_KEY.has(status)) return;
    // Without readable rows the service cannot look up the key, so it knows no limits for it.
    if (status === 503 && headers['ratelimit-policy'] === undefined) return;
    const operation = this.contract.operationOf(method, path);
    if (operation === undefined || !needsKey(operation.object.security)) return;
    const kind = method === 'GET' ? 'read' : 'write';
    expect(headers['ratelimit-policy']).toMatch(new RegExp(`^"${kind}";q=\\d+;w=\\d+$`));
    expect(headers['ratelimit']).toMatch(new RegExp(`^"${kind}";r=\\d+;t=[1-9]\\d*$`));
  }
}

/** Whether an operation requires a key. One with an optional key also lists an empty security scheme. */
export function needsKey(security: readonly object[] = []): boolean {
  return security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0);
}

function pageOf(path: string, size: number, token: string): string {
  const query = `page_size=${size}${token === '' ? '' : `&page_token=${encodeURIComponent(token)}`}`;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** The body of an answer with this status. @throws Error with the whole answer otherwise. */
export function success<Body>(answer: Answer, status: number): Body {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${answer.bytes.toString()}`);
  return jsonOf(answer) as Body;
}
