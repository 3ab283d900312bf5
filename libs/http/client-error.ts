import type { Socket } from 'node:net';
import { DomainError, type IdSource } from '#kernel';
import { PROBLEM_JSON } from './problem.filter.js';
import { problemOf } from './problems.js';
import { securityHeaders } from './security-headers.js';

const SECURITY = Object.entries(securityHeaders()).map(([name, value]) => `${name}: ${value}`);

/** What Node's HTTP parser raises. */
interface ParserError extends Error {
  readonly code?: string;
}

/**
 * Answers what the HTTP parser refuses (api.md: `malformed_request`, 400 or 431). There is no request yet, so the answer
 * is written to the socket by hand, and the connection ends with it.
 */
export function answerClientError(
  error: ParserError,
  socket: Socket,
  { basePath, ids }: { readonly basePath: string; readonly ids: IdSource },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const detail = status === 431 ? 'The headers are too large.' : 'The request could not be read as HTTP.';
  const requestId = ids.next();
  const refusal = new DomainError('malformed_request', detail);
  const body = JSON.stringify(problemOf(refusal, { instance: '/', requestId, basePath, status }));
  const head = [
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    `Content-Type: ${PROBLEM_JSON}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...SECURITY,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
