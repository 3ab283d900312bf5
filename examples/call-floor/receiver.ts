import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import {
  type EndpointMessage,
  type OrderedMessage,
  verifyWebhook,
  type WebhookMessage,
  WebhookVerificationError,
} from '@smart-lists/client';

/** The paths of the receiver: of the endpoint of the workspace, and of the action. */
export const PATHS = { messages: '/messages', offers: '/offers' } as const;

export interface ReceiverOptions {
  readonly port: number;
  /** Certificate and its key, PEM. */
  readonly cert: string;
  readonly key: string;
  /** The signing secrets of the endpoint and of the workspace, `whsec_…`. */
  readonly secrets: { readonly messages: string; readonly offers: string };
}

/** Receives webhooks, and keeps what they tell: each message once, however often it comes. */
export class Receiver {
  /** By event and index: that pair is the same in everything that delivers the message. */
  private readonly messages = new Map<string, OrderedMessage>();
  /** By call and sequence, for the same reason. */
  private readonly offers = new Map<string, WebhookMessage>();
  private lastAt = performance.now();
  /** Messages that came again. */
  duplicates = 0;
  /** Requests that were not signed by the service. */
  refused = 0;

  private constructor(private readonly secrets: ReceiverOptions['secrets']) {}

  static async listen({ port, cert, key, secrets }: ReceiverOptions): Promise<Receiver> {
    const receiver = new Receiver(secrets);
    const server = createServer({ cert, key }, (request, response) => {
      receiver.receive(request).then(
        (status) => response.writeHead(status).end(),
        // The connection broke before the request was whole: it comes again.
        () => response.destroy(),
      );
    });
    server.listen(port);
    await once(server, 'listening');
    // The program ends when its work is done, and not only when nobody can send any more.
    server.unref();
    return receiver;
  }

  /** What it was told so far. */
  get told(): { readonly messages: readonly OrderedMessage[]; readonly offers: readonly WebhookMessage[] } {
    return { messages: [...this.messages.values()], offers: [...this.offers.values()] };
  }

  /** Milliseconds since the last message that was new. */
  get quietMs(): number {
    return performance.now() - this.lastAt;
  }

  /** @returns the status to answer with: at once, what a message asks for is done later */
  private async receive(request: IncomingMessage): Promise<number> {
    const { headers } = request;
    const body = await buffer(request);
    try {
      if (request.url === PATHS.messages) {
        const message = await verifyWebhook<EndpointMessage>({ body, headers, secrets: [this.secrets.messages] });
        // An erased contact has no part in this day.
        if (message.type !== 'contact.erased')
          this.keep(this.messages, `${message.event_id} ${message.index}`, message);
        return 204;
      }
      if (request.url === PATHS.offers) {
        const message = await verifyWebhook({ body, headers, secrets: [this.secrets.offers] });
        if (message.type === 'outcome.applied') {
          this.keep(this.offers, `${message.call.call_id} ${message.call.sequence}`, message);
        }
        return 204;
      }
      return 404;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      this.refused += 1;
      return 401;
    }
  }

  private keep<Message>(messages: Map<string, Message>, id: string, message: Message): void {
    if (messages.has(id)) this.duplicates += 1;
    else this.lastAt = performance.now();
    messages.set(id, message);
  }
}
