import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

export type Headers = Readonly<Record<string, string>>;

/** A request as it is sent. `json` is serialized; `body` is sent unchanged. */
export interface Request {
  readonly method: string;
  /** Path and query, from the service's root. */
  readonly path: string;
  readonly headers?: Headers;
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
}

/** An answer with the bytes of its body. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Raw headers in the order received: name, value, name, value. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
}

/**
 * A JSON body that announces its size and ends after its first byte, so that the announced size is what is refused. A
 * complete body could break the connection while it is sent, and the client would not see the refusal.
 */
export function announcing(bytes: number): Pick<Request, 'headers' | 'body'> {
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes), connection: 'close' };
  return { headers, body: '{' };
}

/** Keep-alive connections to one service. */
export class Http {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(
    private readonly port: number,
    private readonly host = '127.0.0.1',
  ) {}

  send({ method, path, headers = {}, json, body }: Request): Promise<Answer> {
    const bytes = json === undefined ? body : JSON.stringify(json);
    const all = {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(bytes !== undefined && { 'content-length': String(Buffer.byteLength(bytes)) }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ agent: this.agent, host: this.host, port: this.port, method, path, headers: all });
      request.once('error', reject);
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode: status = 0, headers, rawHeaders } = response;
          resolve({ status, headers, rawHeaders, bytes: Buffer.concat(chunks) });
        });
      });
      request.end(bytes);
    });
  }

  /**
   * Writes bytes that no HTTP client would send to a new socket. Returns everything received until the service closes
   * the socket, or until one whole answer with a Content-Length has arrived.
   */
  raw(bytes: string | Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(this.port, this.host, () => socket.write(bytes));
      socket.setEncoding('latin1');
      socket.setTimeout(10_000, () => socket.destroy(new Error(`no whole answer within 10 s: ${text}`)));
      socket.on('data', (chunk: string) => {
        text += chunk;
        if (isWhole(text)) socket.end();
      });
      socket.once('error', (error: NodeJS.ErrnoException) => (text === '' ? reject(error) : resolve(text)));
      socket.once('close', () => resolve(text));
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: *(\d+)\r$/im.exec(text.slice(0, end + 2))?.[1];
  return length !== undefined && text.length >= end + 4 + Number(length);
}

/** Parses a raw answer, so that it can be checked like any other. */
export function parseRaw(text: string): Answer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end < 0 ? text.length : end).split('\r\n');
  const pairs = lines.map(
    (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: pairs.flat(),
    bytes: Buffer.from(end < 0 ? '' : text.slice(end + 4), 'latin1'),
  };
}
