import createOpenApiClient, { type Middleware } from 'openapi-fetch';
import { type Clock, systemClock } from './clock.js';
import { ProblemError } from './errors.js';
import { type ImportFile, sendFile } from './import-file.js';
import type {
  Answer,
  Arguments,
  FilePath,
  ItemOf,
  Method,
  PagedPath,
  PageOf,
  PathWith,
  Success,
} from './operations.js';
import { itemsOf, pagesBy } from './pages.js';
import { DEFAULT_RETRIES, fetchWithRetries, type RetryPolicy } from './retries.js';
import type { Import, paths } from './schema.js';

export interface ClientOptions {
  /** The root of the service, such as `https://lists.example.com`, with the prefix of its routes if it has one. */
  readonly baseUrl: string;
  /** A key of one workspace, or one of the admin tokens for the admin routes. */
  readonly apiKey: string;
  /** Default: the `fetch` of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How requests are repeated; false: never. What is left out has its default. */
  readonly retries?: Partial<RetryPolicy> | false;
  /** Milliseconds after which an attempt without a whole answer has failed. Default: 15,000. */
  readonly timeoutMs?: number;
  /** For tests. Default: the time of the machine. */
  readonly clock?: Clock;
  /** For tests: a number from 0 to below 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/**
 * Sends a request to a path of the document.
 * @throws ProblemError it is refused
 * @throws ConnectionError no whole answer came
 * @throws what its signal was aborted with
 */
type Send<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...request: Arguments<Path, M>
) => Promise<Answer<Success<paths[Path][M]>>>;

/** A client of one service with one key. */
export interface SmartListsClient {
  readonly GET: Send<'get'>;
  readonly POST: Send<'post'>;
  readonly PUT: Send<'put'>;
  readonly PATCH: Send<'patch'>;
  readonly DELETE: Send<'delete'>;
  /**
   * A file, as a stream that is read while it comes: it is never held as a whole, no time-out ends it. Repeated like
   * a GET until its head is there. Reading a file that breaks off throws; it is no whole one then.
   * @throws ProblemError, ConnectionError, what its signal was aborted with
   */
  download<Path extends FilePath>(
    path: Path,
    ...request: Arguments<Path, 'get'>
  ): Promise<Answer<ReadableStream<Uint8Array>>>;
  /** Every item, page after page; of /events those that there are now. */
  paginate<Path extends PagedPath>(path: Path, ...request: Arguments<Path, 'get'>): AsyncGenerator<ItemOf<Path>, void>;
  /**
   * Sends the file of an import, from its beginning again where its connection breaks or the service asks to wait: rows
   * that are done are passed over. Repeated as often as the policy says, for as long as it takes.
   * @returns the finished import
   * @throws ProblemError, ConnectionError
   */
  sendImportFile(importId: string, file: ImportFile): Promise<Import>;
  /** Every page. The last `next_page_token` of /events is where a later read continues. */
  pages<Path extends PagedPath>(path: Path, ...request: Arguments<Path, 'get'>): AsyncGenerator<PageOf<Path>, void>;
}

/** Milliseconds: an answer takes 2 s at most when it waits for rows, 10 s when it waits for an Idempotency-Key. */
const TIMEOUT_MS = 15_000;

/**
 * Makes a client (docs/adr/0053-a-client-is-typed-from-the-document.md). Each write gets an Idempotency-Key, the same
 * in all its repetitions, unless the request brings one.
 */
export function createClient(options: ClientOptions): SmartListsClient {
  const { baseUrl, apiKey, retries, timeoutMs = TIMEOUT_MS, clock = systemClock, random = Math.random } = options;
  const policy = { ...DEFAULT_RETRIES, ...(retries === false ? { maxRetries: 0 } : retries) };
  // Taken when it is called: a test or a tracer may have replaced it since.
  const { fetch = (request: Request) => globalThis.fetch(request) } = options;
  const retrying = { policy, timeoutMs, fetch, clock, random };
  const api = createOpenApiClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: (request) => fetchWithRetries(request, retrying),
  });
  api.use(IDEMPOTENCY, PROBLEMS);
  // What is no success is thrown, so of openapi-fetch's two kinds of results one is left.
  const { GET, POST, PUT, PATCH, DELETE } = api as unknown as Pick<SmartListsClient, Uppercase<Method>>;
  const read = GET as (path: string, request?: object) => Promise<Answer<object>>;
  const streamed = {
    parseAs: 'stream',
    fetch: (request: Request) => fetchWithRetries(request, { ...retrying, streams: true }),
  };
  return {
    ...{ GET, POST, PUT, PATCH, DELETE },
    sendImportFile: (importId, file) =>
      sendFile(`${baseUrl.replace(/\/+$/, '')}/imports/${encodeURIComponent(importId)}/rows`, file, {
        ...{ apiKey, policy, fetch, clock, random },
      }),
    download: (path, ...[request]) => read(path, { ...request, ...streamed }) as Promise<Answer<never>>,
    pages: (path, ...[request]) => pagesBy(read, path, request) as AsyncGenerator<never, void>,
    paginate: (path, ...[request]) => itemsOf(pagesBy(read, path, request)) as AsyncGenerator<never, void>,
  };
}

/**
 * The admin routes ignore the key, for a replay would show a secret twice: with one, a repetition would look safe and
 * would not be.
 */
const IDEMPOTENCY: Middleware = {
  onRequest({ request, schemaPath }) {
    if (schemaPath.startsWith('/admin/') || request.method === 'GET') request.headers.delete('Idempotency-Key');
    else if (!request.headers.has('Idempotency-Key')) request.headers.set('Idempotency-Key', crypto.randomUUID());
  },
};

const PROBLEMS: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await ProblemError.of(response);
  },
};
