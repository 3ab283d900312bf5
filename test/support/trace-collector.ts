import { createServer, type Server } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';

/** A span as the collector got it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** '' for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
}

interface SentAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

interface SentSpan extends Omit<CollectedSpan, 'attributes' | 'failed'> {
  readonly attributes: readonly SentAttribute[];
  readonly status: { readonly code: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly SentAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** A receiver of OTLP over HTTP, as JSON, on this machine. */
export class TraceCollector {
  /** Each request as it came: its target, its headers and its body, as one text. */
  readonly received: string[] = [];
  readonly spans: CollectedSpan[] = [];
  /** Attributes of the sender, of the last batch. */
  resource: CollectedSpan['attributes'] = {};
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  /** @param hangs whether it takes requests and never answers them */
  static async start({ hangs = false } = {}): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('connection', (socket) => collector.sockets.add(socket));
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        collector.received.push(`${request.url}\n${JSON.stringify(request.headers)}\n${body}`);
        if (hangs) return;
        if (request.headers['content-type'] === 'application/json') collector.take(JSON.parse(body) as Sent);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  /** The settings of a service that sends its traces here, soon after they are made. */
  get env(): Readonly<Record<string, string>> {
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    };
  }

  /** The spans of a trace, by name. */
  named(traceId: string, name: string): readonly CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId && span.name === name);
  }

  /** The names from a span up to the first one that is not here, its own first. */
  chain(span: CollectedSpan): readonly string[] {
    const parent = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [span.name, ...(parent ? this.chain(parent) : [])];
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private take({ resourceSpans }: Sent): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = valuesOf(resource.attributes);
      for (const { attributes, status, parentSpanId = '', ...span } of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, parentSpanId, attributes: valuesOf(attributes), failed: status.code === 2 });
      }
    }
  }
}

function valuesOf(attributes: readonly SentAttribute[]): CollectedSpan['attributes'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!]));
}
