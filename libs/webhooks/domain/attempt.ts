/**
 * Bytes of UTF-8 that an attempt keeps of a response body at most (docs/reference/http-contract.md, GET
 * /webhook-deliveries).
 */
export const MAX_RESPONSE_BODY = 4_096;

/**
 * How far an attempt came before it failed: the name was looked up (`resolve`), what it leads to was judged (`guard`),
 * a connection made (`connect`) and secured (`tls`), the request written (`send`), the head of the response awaited
 * (`headers`) and its body read (`body`).
 */
export type AttemptStage = 'resolve' | 'guard' | 'connect' | 'tls' | 'send' | 'headers' | 'body';

/**
 * Whether anything outside answered in an attempt that failed, be it by a refusal. It tells an outage of ours from a
 * receiver that is down:
 * - `yes`: a connection was made or refused, or bytes came back;
 * - `no`: nothing did, as where connecting takes too long, a host cannot be reached, or the name servers keep silent or
 *   fail;
 * - `no_route`: this machine itself has no way out to any of the addresses that were tried;
 * - `unknown`: it says nothing of the network, as with a refused address, a name that does not exist or cannot, and
 *   silence over a connection that was kept open from before.
 */
export type Reached = 'yes' | 'no' | 'no_route' | 'unknown';

/** The receiver answered, whatever it said: a whole response, or as much of a long one as is ever read. */
export interface AttemptAnswered {
  readonly kind: 'answered';
  /** 200 to 999: what HTTP has no meaning for is handed on too. A redirect is not followed: it is the answer. */
  readonly status: number;
  /** The header as it came: seconds or a date. */
  readonly retryAfter: string | null;
  /**
   * The beginning of the body as text, at most MAX_RESPONSE_BODY bytes of UTF-8; what is no UTF-8 is U+FFFD, and so are
   * control characters other than tabs and ends of lines.
   */
  readonly responseBody: string;
  /** The address that the socket was connected to. */
  readonly resolvedIp: string;
  /** Of real time, whole milliseconds. */
  readonly durationMs: number;
}

/** There was no answer, or only a part of one. */
export interface AttemptFailed {
  readonly kind: 'failed';
  readonly stage: AttemptStage;
  /**
   * A sentence for the attempt log, of at most 300 characters, that begins with the stage; it holds neither secrets nor
   * the request's body.
   */
  readonly error: string;
  /** Of a response that broke off in its body; a 2xx among them is no success. */
  readonly status: number | null;
  /** Null before a socket was to be made: no name resolved, or an address refused. */
  readonly resolvedIp: string | null;
  readonly durationMs: number;
  readonly reached: Reached;
  /** Of a response that broke off in its body. */
  readonly retryAfter: string | null;
  /** What had come of a body that broke off; null where no response began. */
  readonly responseBody: string | null;
}

/** What came of one attempt to deliver (docs/reference/http-contract.md, The webhook). */
export type AttemptResult = AttemptAnswered | AttemptFailed;
