import type { Clock } from './clock.js';
import { ConnectionError, isTransient, ProblemError } from './errors.js';
import { retryAfterMs, retryDelay, type RetryPolicy } from './retries.js';
import type { Import } from './schema.js';

/** The file of an import (docs/reference/http-contract.md#imports). */
export interface ImportFile {
  /** `text/csv` or `application/jsonl`. */
  readonly contentType: string;
  /** `gzip` where the file is compressed. */
  readonly contentEncoding?: 'gzip';
  /** The file from its beginning: called for each attempt. A stream is read as fast as the service takes it. */
  readonly open: () => BodyOfFile | Promise<BodyOfFile>;
  /** Ends the sending: the promise is rejected with the reason. What is done stays. */
  readonly signal?: AbortSignal;
}

export type BodyOfFile = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

/** What sends a file: the key of the client, its policy and its surroundings. */
interface Sending {
  readonly apiKey: string;
  readonly policy: RetryPolicy;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Sends a file until it is imported, or refused for good.
 * @throws ProblemError, ConnectionError, what the signal was aborted with
 */
export async function sendFile(url: string, file: ImportFile, sending: Sending): Promise<Import> {
  const { policy, clock, random } = sending;
  const signal = file.signal ?? new AbortController().signal;
  for (let retry = 0; ; retry += 1) {
    const result = await attempt(url, file, sending, retry);
    if ('import' in result) return result.import;
    signal.throwIfAborted();
    if (!isTransient(result.failure) || retry >= policy.maxRetries) throw result.failure;
    const asked = retryAfterMs(result.retryAfter, clock.now());
    await clock.sleep(retryDelay(policy, retry, random(), asked), signal);
    signal.throwIfAborted();
  }
}

type Attempt = { readonly import: Import } | { readonly failure: unknown; readonly retryAfter: string | null };

async function attempt(url: string, file: ImportFile, sending: Sending, retry: number): Promise<Attempt> {
  const { contentType, contentEncoding, open, signal } = file;
  const body = await open();
  const headers = {
    Authorization: `Bearer ${sending.apiKey}`,
    'Content-Type': contentType,
    ...(contentEncoding && { 'Content-Encoding': contentEncoding }),
  };
  // The platform demands it of a stream: the answer comes after the whole body.
  const streaming = { duplex: 'half' } as const;
  const init: RequestInit = { method: 'PUT', headers, body, ...streaming, ...(signal && { signal }) };
  try {
    const response = await sending.fetch(new Request(url, init));
    const retryAfter = response.headers.get('Retry-After');
    if (!response.ok) return { failure: await ProblemError.of(response), retryAfter };
    return (await response.json()) as { readonly import: Import };
  } catch (cause) {
    return { failure: new ConnectionError(`PUT ${new URL(url).pathname}`, retry + 1, cause), retryAfter: null };
  }
}
