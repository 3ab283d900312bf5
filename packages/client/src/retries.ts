import type { Clock } from './clock.js';
import { ConnectionError, isTransientAnswer, problemIn } from './errors.js';

/** How often, and how long, a request is repeated. */
export interface RetryPolicy {
  /** Repetitions after the first attempt. Default: 5. */
  readonly maxRetries: number;
  /** Milliseconds from the first attempt to the end of the last one. Default: 60,000. */
  readonly maxTotalMs: number;
  /** Milliseconds before the first repetition; doubled before each further one. Default: 250. */
  readonly baseDelayMs: number;
  /** Most milliseconds between two attempts, unless a Retry-After asks for more. Default: 10,000. */
  readonly maxDelayMs: number;
}

export const DEFAULT_RETRIES: RetryPolicy = {
  maxRetries: 5,
  maxTotalMs: 60_000,
  baseDelayMs: 250,
  maxDelayMs: 10_000,
};

/** What repeats requests: its policy and its surroundings. */
export interface Retrying {
  readonly policy: RetryPolicy;
  /** Milliseconds after which an attempt without a whole answer has failed. */
  readonly timeoutMs: number;
  /** Whether the body of a success is left to the caller: the head is the whole answer then. Default: false. */
  readonly streams?: boolean;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: Clock;
  /** A number from 0 to below 1. */
  readonly random: () => number;
}

/** Statuses whose answers have no body by definition: a Response with one cannot be made. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * Milliseconds before repetition number `retry`, the first being 0. With jitter, so that clients that failed together
 * do not come back together: half to all of the exponential delay, or up to that much on top of what the service asked
 * for. Never earlier than `retryAfterMs`.
 */
export function retryDelay(
  { baseDelayMs, maxDelayMs }: Pick<RetryPolicy, 'baseDelayMs' | 'maxDelayMs'>,
  retry: number,
  random: number,
  retryAfterMs?: number,
): number {
  const most = Math.min(maxDelayMs, baseDelayMs * 2 ** retry);
  return retryAfterMs === undefined ? (most * (1 + random)) / 2 : retryAfterMs + most * random;
}

/** Milliseconds that a Retry-After asks for: a number of seconds or a date; undefined without a usable one. */
export function retryAfterMs(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  // Date.parse takes much that is no date of HTTP, such as -1.
  const date = value.endsWith(' GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Sends a request until its answer is there, within the bounds of the policy. Only what is safe is repeated: a GET or a
 * HEAD, and a write with an Idempotency-Key (docs/reference/http-contract.md#idempotency-key); of any other write a 429
 * alone, which is sent before anything is done.
 * @returns the last answer, whole, whatever its status; with `streams` the body of a success is not read yet
 * @throws ConnectionError the last attempt had no whole answer
 * @throws what the signal of the request was aborted with
 */
export async function fetchWithRetries(request: Request, retrying: Retrying): Promise<Response> {
  const { policy, clock, random } = retrying;
  const deadline = clock.now() + policy.maxTotalMs;
  const safe = ['GET', 'HEAD'].includes(request.method) || request.headers.has('Idempotency-Key');
  const text = ['GET', 'HEAD'].includes(request.method) ? '' : await request.text();
  for (let retry = 0; ; retry += 1) {
    const timeoutMs =
      policy.maxRetries === 0 ? retrying.timeoutMs : Math.min(retrying.timeoutMs, deadline - clock.now());
    const { response, failure } = await attempt(request, text, { ...retrying, timeoutMs });
    const end = (): Response => {
      if (response) return response;
      throw new ConnectionError(`${request.method} ${new URL(request.url).pathname}`, retry + 1, failure);
    };
    if (!(response ? await isRepeated(response, safe) : safe)) return end();
    const asked = retryAfterMs(response?.headers.get('Retry-After') ?? null, clock.now());
    const delay = retryDelay(policy, retry, random(), asked);
    if (retry >= policy.maxRetries || clock.now() + delay >= deadline) return end();
    await clock.sleep(delay, request.signal);
    request.signal.throwIfAborted();
  }
}

async function isRepeated(response: Response, safe: boolean): Promise<boolean> {
  if (response.ok) return false;
  if (!safe) return response.status === 429;
  const code = response.status === 409 ? problemIn(await response.clone().text())?.code : undefined;
  return isTransientAnswer(response.status, code ?? null);
}

/**
 * One attempt: the whole answer, or why there is none. The body is read here, so that a connection that breaks within
 * it counts as no answer.
 * @throws what the signal of the request was aborted with
 */
async function attempt(
  request: Request,
  text: string,
  { fetch, clock, timeoutMs, streams = false }: Retrying,
): Promise<{ readonly response?: Response; readonly failure?: unknown }> {
  const [abort, done] = [new AbortController(), new AbortController()];
  const passOn = (): void => abort.abort(request.signal.reason);
  let isStreamed = false;
  request.signal.addEventListener('abort', passOn);
  void clock.sleep(timeoutMs, done.signal).then(() => {
    if (!done.signal.aborted) abort.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'));
  });
  try {
    request.signal.throwIfAborted();
    const { method, headers } = request;
    const copy = new Request(request.url, {
      method,
      headers,
      signal: abort.signal,
      ...(text !== '' && { body: text }),
    });
    const answer = await fetch(copy);
    isStreamed = streams && answer.ok;
    if (isStreamed) return { response: answer };
    const bytes = await answer.arrayBuffer();
    const { status, statusText } = answer;
    const body = bytes.byteLength === 0 || WITHOUT_BODY.includes(status) ? null : bytes;
    return { response: new Response(body, { status, statusText, headers: answer.headers }) };
  } catch (failure) {
    request.signal.throwIfAborted();
    return { failure };
  } finally {
    done.abort();
    // A body that the caller reads ends with the caller's signal.
    if (!isStreamed) request.signal.removeEventListener('abort', passOn);
  }
}
