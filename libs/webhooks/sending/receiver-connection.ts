import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { AttemptError, type Progress } from './attempt-error.js';
import type { AttemptLimit } from './attempt-limit.js';
import type { Keepable } from './idle-connections.js';
import { type Answer, ResponseTaker } from './response-taker.js';

/** Milliseconds that a connection may be idle, unless the receiver announces that it closes it earlier. */
const IDLE_MS = 4_000;
const LONGEST_IDLE_MS = 60_000;

/** A request over a connection. */
export interface Post {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/**
 * A connection that had been used before was closed without an answer, as when the receiver closes it while it is idle.
 */
export class StaleConnectionError extends AttemptError {}

/**
 * One connection to a receiver, for one request at a time. undici speaks HTTP over the socket that it is given and
 * opens none itself: every socket has passed the egress guard.
 */
export class ReceiverConnection implements Keepable {
  private readonly client: Client;
  private open = true;
  private used = false;
  /** When the connection broke, a part of the request had not been sent. */
  private unsent = false;

  constructor(
    readonly origin: string,
    readonly address: string,
    readonly since: number,
    private readonly socket: TLSSocket,
  ) {
    let given = false;
    this.client = new Client(origin, {
      connect: (_options, callback) => {
        const first = !given;
        given = true;
        // Not at once: an undici Client that is connected while it asks for the connection never uses it.
        queueMicrotask(() => {
          if (first) callback(null, socket);
          else callback(new AttemptError('the connection was closed'), null);
        });
      },
      // The sender limits the time of an attempt, over all of its phases.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
    });
    this.client.once('disconnect', () => (this.open = false));
    // The first listener: undici drops the unsent bytes when the socket closes.
    socket.prependListener('error', () => this.lookForUnsent());
  }

  get reusable(): boolean {
    return this.open && !this.socket.destroyed;
  }

  /**
   * Sends a request and reads the answer, or the beginning of a long one.
   * @throws StaleConnectionError; the error of undici or the socket; the limit's reason once it ends the attempt. The
   * connection is closed then.
   */
  async post(post: Post, progress: Progress, limit: AttemptLimit): Promise<Answer> {
    progress.stage = 'send';
    progress.resolvedIp = this.address;
    progress.heard = !this.used;
    const received = this.socket.bytesRead;
    try {
      const answer = await this.exchange(post, progress, limit);
      if (!answer.whole) this.close();
      return answer;
    } catch (error) {
      if (progress.stage === 'send' && !this.unsent) progress.stage = 'headers';
      this.close();
      progress.heard ||= this.socket.bytesRead > received;
      const stale = !progress.heard && !limit.reason;
      throw stale ? new StaleConnectionError('the connection was closed while it was idle') : error;
    } finally {
      this.used = true;
    }
  }

  /** Closes it at once. */
  close(): void {
    this.open = false;
    this.client.destroy().catch(() => undefined);
    this.socket.destroy();
  }

  private exchange(post: Post, progress: Progress, limit: AttemptLimit): Promise<Answer> {
    return new Promise((resolve, reject) => {
      limit.at((reason) => {
        this.lookForUnsent();
        reject(reason);
      });
      this.client.dispatch({ ...post, method: 'POST' }, new ResponseTaker(progress, resolve, reject));
    });
  }

  private lookForUnsent(): void {
    this.unsent ||= this.socket.writableLength > 0;
  }
}
