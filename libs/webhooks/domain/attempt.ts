/**
 * Bytes of UTF-8 that an attempt keeps of a response body (docs/reference/http-contract.md, GET /webhook-deliveries).
 */
export const MAX_RESPONSE_BODY = 4_096;

/**
 * The step at which an attempt failed: looking up the name (`resolve`), judging its addresses (`guard`), connecting
 * (`connect`), TLS (`tls`), writing the request (`send`), awaiting the head of the response (`headers`), reading its
 * body (`body`).
 */
export type AttemptStage = 'resolve' | 'guard' | 'connect' | 'tls' | 'send' | 'headers' | 'body';

/**
 * Whether a failed attempt got any answer from outside, a refusal included. It tells an outage of this machine's
 * network from a receiver that is down:
 * - `yes`: a connection was made or refused, or bytes came back;
 * - `no`: no answer, as where connecting takes too long, a host cannot be reached, or the name servers are silent or
 *   fail;
 * - `no_route`: this machine itself has no route to any of the addresses that were tried;
 * - `unknown`: the failure says nothing about the network, as with a refused address, a name that does not exist or
 *   cannot exist, and silence on a connection that was kept open from an earlier attempt.
 */
export type Reached = 'yes' | 'no' | 'no_route' | 'unknown';

/** The receiver answered, with whatever status: a whole response, or as much of a long one as is ever read. */
export interface AttemptAnswered {
  readonly kind: 'answered';
  /** 200 to 999: a status without a meaning in HTTP is passed on too. A redirect is not followed: it is the answer. */
  readonly status: number;
  /** The header as received: seconds or a date. */
  readonly retryAfter: string | null;
  /**
   * The beginning of the body as text, at most MAX_RESPONSE_BODY bytes of UTF-8. Bytes that are no UTF-8 become U+FFFD,
   * and so do control characters other than tabs and ends of lines.
   */
  readonly responseBody: string;
  /** The address that the socket was connected to. */
  readonly resolvedIp: string;
  /** Whole milliseconds of real time. */
  readonly durationMs: number;
}

/** The receiver sent no answer, or only a part of one. */
export interface AttemptFailed {
  readonly kind: 'failed';
  readonly stage: AttemptStage;
  /**
   * A sentence of at most 300 characters for the attempt log, which begins with the stage. It contains neither secrets
   * nor the request's body.
   */
  readonly error: string;
  /** The status of a response that broke off in its body (a 2xx is no success then); null without one. */
  readonly status: number | null;
  /** Null before a socket was opened: no name resolved, or the address was refused. */
  readonly resolvedIp: string | null;
  readonly durationMs: number;
  readonly reached: Reached;
  /** The header of a response that broke off in its body; null without one. */
  readonly retryAfter: string | null;
  /** The received part of a body that broke off; null where no response began. */
  readonly responseBody: string | null;
}

/** The result of one attempt to deliver (docs/reference/http-contract.md, The webhook). */
export type AttemptResult = AttemptAnswered | AttemptFailed;
