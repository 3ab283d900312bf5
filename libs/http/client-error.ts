import type { Socket } from 'node:net';
import { DomainError, type ErrorCode, type IdSource } from '#kernel';
import { API_VERSIONS } from './api-versions.js';
import { PROBLEM_JSON } from './problem.filter.js';
import { problemOf } from './problems.js';
import { securityHeaders } from './security-headers.js';

const HEADERS = Object.entries({ ...securityHeaders(), ...API_VERSIONS.answeredIn(undefined) }).map(
  ([name, value]) => `${name}: ${value}`,
);

/** An error of Node's HTTP parser. */
interface ParserError extends Error {
  readonly code?: string;
}

/** What an answer without a request object is made with. */
export interface ClientErrorOptions {
  /** Where the page of errors is served. */
  readonly basePath: string;
  readonly ids: IdSource;
  /** Called with the code of each problem document that is answered. */
  readonly onRefusal: (code: ErrorCode) => void;
  /** Whether the request of a connection is one that may take long to arrive. */
  readonly mayTakeLong: (socket: Socket) => boolean;
}

/**
 * Milliseconds from the last byte of the answer to the end of a connection whose client does not close its side. Closed
 * at once, the operating system would drop the answer because of the bytes that the client is still sending.
 */
const LINGER_MS = 500;

/**
 * Answers a request that the HTTP parser refuses, or that did not arrive in time (`malformed_request`,
 * docs/reference/http-contract.md#errors). There is no request object yet, so the answer is written to the socket
 * directly, and the connection ends with it.
 */
export function answerClientError(
  error: ParserError,
  socket: Socket,
  { basePath, ids, onRefusal, mayTakeLong }: ClientErrorOptions,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Node leaves a connection whose time is up to its listener, and tells it once for each request.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayTakeLong(socket)) return;
  // A client that sent no byte made no request: it would take an answer for that of its first request.
  if (!socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const [status, detail] = refusalOf(error);
  const requestId = ids.next();
  const refusal = new DomainError('malformed_request', detail);
  onRefusal(refusal.code);
  const body = JSON.stringify(problemOf(refusal, { instance: '/', requestId, basePath, status }));
  const head = [
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    `Content-Type: ${PROBLEM_JSON}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...HEADERS,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}

function refusalOf({ code }: ParserError): readonly [status: 400 | 431, detail: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers are too large.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [400, 'The request did not arrive in time.'];
  return [400, 'The request could not be read as HTTP.'];
}
