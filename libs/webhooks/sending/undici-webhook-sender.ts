import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { AddressRange, Timers } from '#kernel';
import type { AttemptFailed, AttemptResult } from '../domain/attempt.js';
import { AttemptTimeout, describe, maybeOurs, type Progress } from './attempt-error.js';
import { connect } from './connect.js';
import { checkedAddresses, targetOf } from './egress-guard.js';
import { IdleConnections } from './idle-connections.js';
import type { NameResolver } from './name-resolver.js';
import { type Answer, type Post, ReceiverConnection, StaleConnectionError } from './receiver-connection.js';
import { signatureHeaders } from './signatures.js';
import type { WebhookRequest, WebhookSender } from './webhook-sender.js';

/** An attempt has so long for everything, from the look-up of the name to the end of the body (api.md, The webhook). */
export const ATTEMPT_MS = 15_000;
/** Of it for TCP and TLS: who does not even take the connection is not waited for as long as for an answer. */
export const CONNECT_MS = 10_000;
/** Four times as many as attempts are ever under way. */
const MOST_IDLE = 256;

export interface SenderOptions {
  readonly resolver: NameResolver;
  readonly timers: Timers;
  /** Ranges that an operator has opened (WEBHOOK_ALLOW_CIDRS). */
  readonly allowed: readonly AddressRange[];
  /** Certificates in PEM that are trusted beside those that Node brings along (WEBHOOK_CA_FILE). */
  readonly trusted: readonly string[];
}

/** Sends through the egress guard, over connections that it keeps open for a while (docs/adr/0016). */
export class UndiciWebhookSender implements WebhookSender {
  private readonly idle = new IdleConnections(MOST_IDLE);
  private readonly closing = new AbortController();
  /** Made once: it holds all of the roots. */
  private readonly secureContext: SecureContext;

  constructor(private readonly options: SenderOptions) {
    const ca = [...rootCertificates, ...options.trusted];
    this.secureContext = createSecureContext({ ca, minVersion: 'TLSv1.2' });
  }

  async send(request: WebhookRequest): Promise<AttemptResult> {
    const body = Buffer.from(request.body, 'utf8');
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'SmartLists-Webhooks/1',
      ...signatureHeaders(request, body),
    };
    const progress: Progress = { stage: 'guard', resolvedIp: null, status: null };
    const started = performance.now();
    const limit = this.limit(request.signal);
    try {
      const url = targetOf(request.url, progress);
      const post = { path: url.pathname + url.search, headers, body };
      const { status, retryAfter, body: responseBody } = await this.exchange(url, post, progress, limit.signal);
      const resolvedIp = progress.resolvedIp!;
      return { kind: 'answered', status, retryAfter, responseBody, resolvedIp, durationMs: since(started) };
    } catch (error) {
      request.signal.throwIfAborted();
      this.closing.signal.throwIfAborted();
      return failed(progress, error, started);
    } finally {
      limit.end();
    }
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('the sender was closed'));
    this.idle.close();
  }

  /**
   * Over an open connection if there is one. Whether the receiver has closed it meanwhile is seen only by using it, and is not the receiver's
   * failure: then over the next, at last over a new one.
   */
  private async exchange(url: URL, post: Post, progress: Progress, signal: AbortSignal): Promise<Answer> {
    for (;;) {
      const connection = this.idle.take(url.origin) ?? (await this.open(url, progress, signal));
      try {
        const answer = await connection.post(post, progress, signal);
        this.idle.put(connection);
        return answer;
      } catch (error) {
        if (!(error instanceof StaleConnectionError)) throw error;
      }
    }
  }

  private async open(url: URL, progress: Progress, signal: AbortSignal): Promise<ReceiverConnection> {
    const addresses = await orAbort(checkedAddresses(url, this.options, progress, signal), signal);
    const { secureContext } = this;
    const dialing = { secureContext, timers: this.options.timers, connectMs: CONNECT_MS };
    const socket = await connect(url, addresses, dialing, progress, signal);
    return new ReceiverConnection(url.origin, progress.resolvedIp!, socket);
  }

  /** A signal that aborts with the caller's, as the sender is closed, or when time is up. */
  private limit(given: AbortSignal): { readonly signal: AbortSignal; end(): void } {
    const own = new AbortController();
    const sources = [given, this.closing.signal];
    // Every attempt under way listens: that is no leak.
    setMaxListeners(Infinity, ...sources);
    const abort = (): void => own.abort(sources.find(({ aborted }) => aborted)?.reason);
    for (const source of sources) source.addEventListener('abort', abort);
    if (sources.some(({ aborted }) => aborted)) abort();
    const callOff = this.options.timers.set(ATTEMPT_MS, () => own.abort(new AttemptTimeout(ATTEMPT_MS)));
    return {
      signal: own.signal,
      end: () => {
        callOff();
        for (const source of sources) source.removeEventListener('abort', abort);
      },
    };
  }
}

function failed({ stage, resolvedIp, status }: Progress, error: unknown, started: number): AttemptFailed {
  return {
    kind: 'failed',
    stage,
    error: describe(stage, error),
    status,
    resolvedIp,
    durationMs: since(started),
    maybeOurs: maybeOurs(stage, error),
  };
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}

/** What cannot be broken off is left alone once the signal aborts. */
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
