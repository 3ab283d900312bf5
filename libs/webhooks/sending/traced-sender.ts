import type { Span, Tracer } from '#kernel';
import type { AttemptResult } from '../domain/attempt.js';
import type { WebhookRequest, WebhookSender } from './webhook-sender.js';

/**
 * Sends each attempt that is part of a trace as a step `POST` of it, which the receiver's `traceparent` names
 * (docs/adr/0048-a-trace-goes-through-the-log.md). Of the URL only host and port are told: the rest may be a secret of
 * the receiver's.
 */
export class TracedSender implements WebhookSender {
  constructor(
    private readonly sender: WebhookSender,
    private readonly tracer: Tracer,
  ) {}

  async send(request: WebhookRequest): Promise<AttemptResult> {
    const { traceparent: parent } = request;
    const attributes = { 'http.request.method': 'POST', ...addressOf(request.url) };
    const span = this.tracer.begin({ name: 'POST', kind: 'client', parent, attributes });
    if (!span) return this.sender.send(request);
    try {
      const result = await this.sender.send({ ...request, traceparent: span.traceparent });
      endBy(span, result);
      return result;
    } catch (error) {
      span.end('aborted');
      throw error;
    }
  }

  abortAll(): void {
    this.sender.abortAll();
  }

  close(): Promise<void> {
    return this.sender.close();
  }
}

function endBy(span: Span, result: AttemptResult): void {
  if (result.status !== null) span.set({ 'http.response.status_code': result.status });
  if (result.kind === 'failed') span.end(result.stage);
  else span.end(result.status >= 400 ? String(result.status) : undefined);
}

/** Empty for a text that is no URL: it fails when it is sent. */
function addressOf(text: string): { readonly 'server.address'?: string; readonly 'server.port'?: number } {
  if (!URL.canParse(text)) return {};
  const { hostname, port } = new URL(text);
  return { 'server.address': hostname, 'server.port': port === '' ? 443 : Number(port) };
}
