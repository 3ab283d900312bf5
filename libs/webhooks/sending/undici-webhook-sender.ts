import { performance } from 'node:perf_hooks';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Clock, Timers } from '#kernel';
import type { AttemptFailed, AttemptResult } from '../domain/attempt.js';
import { describe, type Progress, reachedBy } from './attempt-error.js';
import { AttemptAbortedError, AttemptLimit } from './attempt-limit.js';
import { connect } from './connect.js';
import { checkedAddresses, type EgressRules, targetOf } from './egress-guard.js';
import { IdleConnections } from './idle-connections.js';
import { type Post, ReceiverConnection, StaleConnectionError } from './receiver-connection.js';
import type { Answer } from './response-taker.js';
import { signatureHeaders } from './signatures.js';
import type { WebhookRequest, WebhookSender } from './webhook-sender.js';

/**
 * Milliseconds of a whole attempt, from the look-up of the name to the end of the body
 * (docs/reference/http-contract.md, The webhook).
 */
export const ATTEMPT_MS = 15_000;
/**
 * Milliseconds of it for TCP and TLS: a receiver that does not accept a connection is given less time than one that
 * answers late.
 */
export const CONNECT_MS = 10_000;
/** Monotonic, whatever happens to the machine's clock. */
const STEADY: Clock = performance;

export interface SenderOptions extends EgressRules {
  readonly timers: Timers;
  /** Certificates in PEM that are trusted besides Node's own (WEBHOOK_CA_FILE). */
  readonly trusted: readonly string[];
  /** The clock of the age of connections; undefined: this machine's monotonic clock. */
  readonly steadyClock?: Clock;
}

/** The authorities that a receiver's certificate may come from: the public ones that Node contains, and `trusted`. */
export function authorities(trusted: readonly string[]): string[] {
  return [...rootCertificates, ...trusted];
}

/**
 * Sends through the egress guard, over connections that it keeps open for a while
 * (docs/adr/0016-webhooks-leave-through-one-guard.md).
 */
export class UndiciWebhookSender implements WebhookSender {
  private readonly clock: Clock;
  private readonly idle: IdleConnections<ReceiverConnection>;
  private readonly underWay = new Set<AttemptLimit>();
  private closed = false;
  /** Made once: it holds all root certificates. */
  private readonly secureContext: SecureContext;

  constructor(private readonly options: SenderOptions) {
    this.clock = options.steadyClock ?? STEADY;
    this.idle = new IdleConnections(this.clock);
    this.secureContext = createSecureContext({ ca: authorities(options.trusted), minVersion: 'TLSv1.2' });
  }

  async send(request: WebhookRequest): Promise<AttemptResult> {
    const body = Buffer.from(request.body, 'utf8');
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'SmartLists-Webhooks/1',
      ...signatureHeaders(request, body),
      ...(request.traceparent !== undefined && { traceparent: request.traceparent }),
    };
    const progress: Progress = { stage: 'guard', resolvedIp: null, heard: false, response: null };
    const started = performance.now();
    const limit = this.begin();
    try {
      const url = targetOf(request.url, progress);
      const post = { path: url.pathname + url.search, headers, body };
      const { status, retryAfter, body: responseBody } = await this.exchange(url, post, progress, limit);
      const resolvedIp = progress.resolvedIp!;
      return { kind: 'answered', status, retryAfter, responseBody, resolvedIp, durationMs: since(started) };
    } catch (error) {
      if (limit.reason instanceof AttemptAbortedError) throw limit.reason;
      return failed(progress, error, started);
    } finally {
      this.underWay.delete(limit);
      limit.release();
    }
  }

  abortAll(): void {
    this.abortUnderWay('the attempt was aborted');
  }

  async close(): Promise<void> {
    this.closed = true;
    this.abortUnderWay(CLOSED);
    this.idle.close();
  }

  private abortUnderWay(why: string): void {
    for (const limit of this.underWay) limit.abort(why);
  }

  private begin(): AttemptLimit {
    if (this.closed) throw new AttemptAbortedError(CLOSED);
    const limit = new AttemptLimit(this.options.timers, ATTEMPT_MS);
    this.underWay.add(limit);
    return limit;
  }

  /**
   * Sends over an idle connection if there is one. Only its use shows whether the receiver has closed it meanwhile, and
   * that is not the receiver's failure: the request goes over the next idle connection then, and at last over a new
   * one.
   */
  private async exchange(url: URL, post: Post, progress: Progress, limit: AttemptLimit): Promise<Answer> {
    for (;;) {
      const connection = this.idle.take(url.origin) ?? (await this.open(url, progress, limit));
      try {
        const answer = await connection.post(post, progress, limit);
        this.idle.put(connection);
        return answer;
      } catch (error) {
        if (!(error instanceof StaleConnectionError)) throw error;
      }
    }
  }

  private async open(url: URL, progress: Progress, limit: AttemptLimit): Promise<ReceiverConnection> {
    const since = this.clock.now();
    const over = new AbortController();
    limit.at((reason) => over.abort(reason));
    const { signal } = over;
    const addresses = await orAbort(checkedAddresses(url, this.options, progress, signal), signal);
    const { secureContext } = this;
    const dialing = { secureContext, timers: this.options.timers, connectMs: CONNECT_MS };
    const socket = await connect(url, addresses, dialing, progress, signal);
    return new ReceiverConnection(url.origin, progress.resolvedIp!, since, socket);
  }
}

const CLOSED = 'the sender was closed';

function failed(progress: Progress, error: unknown, started: number): AttemptFailed {
  const { stage, resolvedIp, response } = progress;
  return {
    kind: 'failed',
    stage,
    error: describe(stage, error),
    status: response?.status ?? null,
    resolvedIp,
    durationMs: since(started),
    reached: reachedBy(progress, error),
    retryAfter: response?.retryAfter ?? null,
    responseBody: response?.body ?? null,
  };
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}

/** Waits for work that cannot be aborted only until the signal aborts. */
async function orAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort!);
  }
}
