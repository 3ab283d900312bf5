import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { MAX_RESPONSE_BODY } from '../domain/attempt.js';
import { AttemptError, type Progress } from './attempt-error.js';

/** As much of a response as is read so that its connection can be used again; of a longer one no more is waited for. */
const MAX_READ = 65_536;
/** Of informational responses (1xx) before the one that counts. */
const MAX_INFORMATIONAL = 8;
/** How long a connection lies idle, unless the receiver says that it closes it earlier. */
const IDLE_MS = 4_000;
const LONGEST_IDLE_MS = 60_000;

/** What is sent over a connection. */
export interface Post {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** What came back, the body cut to MAX_RESPONSE_BODY. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** A connection that had been used before was closed and brought nothing back: as it is when the receiver ends it while it lies idle. */
export class StaleConnectionError extends AttemptError {}

/**
 * One connection to a receiver, for one request at a time. undici speaks HTTP over the socket it is given here and makes none itself: a socket
 * has passed the egress guard, or there is none.
 */
export class ReceiverConnection {
  private readonly client: Client;
  private open = true;
  private used = false;

  constructor(
    readonly origin: string,
    readonly address: string,
    private readonly socket: TLSSocket,
  ) {
    let given = false;
    this.client = new Client(origin, {
      connect: (_options, callback) => {
        const first = !given;
        given = true;
        // Not at once: a Client that is connected while it asks for it goes to sleep.
        queueMicrotask(() => {
          if (first) callback(null, socket);
          else callback(new AttemptError('the connection was closed'), null);
        });
      },
      // The deadline of an attempt is the sender's, over all of its phases.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
    });
    this.client.once('disconnect', () => (this.open = false));
  }

  /** Whether another request may be sent over it. */
  get reusable(): boolean {
    return this.open && !this.socket.destroyed;
  }

  /**
   * Sends and reads the answer, or its beginning if it is a long one.
   * @throws StaleConnectionError; what else undici or the socket failed with; the signal's reason once it is aborted. The connection is closed then.
   */
  async post(post: Post, progress: Progress, signal: AbortSignal): Promise<Answer> {
    progress.stage = 'send';
    progress.resolvedIp = this.address;
    const received = this.socket.bytesRead;
    const sending = this.watchSending(signal);
    try {
      return await this.exchange(post, progress, signal);
    } catch (error) {
      if (progress.stage === 'send' && !sending.wasCutOff()) progress.stage = 'headers';
      this.close();
      const silent = this.used && this.socket.bytesRead === received && !signal.aborted;
      throw silent ? new StaleConnectionError('the connection was closed while it was idle') : error;
    } finally {
      sending.end();
      this.used = true;
    }
  }

  /** Ends it at once. */
  close(): void {
    this.open = false;
    this.client.destroy().catch(() => undefined);
    this.socket.destroy();
  }

  /** Tells, of a request that failed, whether a part of it was still waiting to leave: what waits is forgotten as the socket closes. */
  private watchSending(signal: AbortSignal): { wasCutOff(): boolean; end(): void } {
    let waiting = false;
    const look = (): void => void (waiting ||= this.socket.writableLength > 0);
    signal.addEventListener('abort', look);
    this.socket.prependListener('error', look);
    return {
      wasCutOff: () => waiting,
      end: () => {
        signal.removeEventListener('abort', look);
        this.socket.off('error', look);
      },
    };
  }

  private async exchange(post: Post, progress: Progress, signal: AbortSignal): Promise<Answer> {
    let informational = 0;
    const onInfo = (): void => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) this.socket.destroy(new AttemptError('too many informational responses'));
    };
    const { statusCode, headers, body } = await this.client.request({ ...post, method: 'POST', signal, onInfo });
    progress.stage = 'body';
    progress.status = statusCode;
    const retryAfter = headers['retry-after'];
    return {
      status: statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      body: asText(await beginningOf(body)),
    };
  }
}

/** Reads a body to its end, or to MAX_READ, where its connection is given up. What is behind MAX_RESPONSE_BODY is dropped. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const kept: Buffer[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < MAX_RESPONSE_BODY) kept.push(chunk);
    read += chunk.length;
    if (read > MAX_READ) break;
  }
  return Buffer.concat(kept).subarray(0, MAX_RESPONSE_BODY);
}

/** Bytes as text of at most as many bytes: each that is no UTF-8 would become three, and a character that was cut is left out. */
function asText(bytes: Buffer): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  if (Buffer.byteLength(text) <= MAX_RESPONSE_BODY) return text;
  return new TextDecoder().decode(Buffer.from(text).subarray(0, MAX_RESPONSE_BODY), { stream: true });
}
