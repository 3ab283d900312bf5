import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { DomainError, ErrorCode } from '#kernel';
import { BodyGivenUpError } from './bodies.js';
import { pathOf } from './request-context.js';
import { problemOf } from './problems.js';
import { internal, NO_JSON, refusalOf } from './refusal.js';
import { correlationIdOf } from './request-id.js';
import { notTaken, streamsOf } from './streamed-bodies.js';

export const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

/** Seconds after which a client should ask an unavailable service again. */
const RETRY_AFTER = 1;

/**
 * Bytes of a refused body that are read and discarded after the answer, so that the client gets to read the answer:
 * more than twice the largest body of any endpoint. Where a client announces more, or announces nothing, the connection
 * is closed.
 */
const READ_AWAY_BYTES = 16 * 1_048_576;

/**
 * The one place where a thrown error becomes an answer. An error that is no refusal is logged and answered with
 * `internal`.
 */
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly basePath: string,
    /** Called with the code of each problem document that is answered. */
    private readonly onRefusal: (code: ErrorCode) => void,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also for Fastify's own errors, which never reach Nest. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = ofFile(refusalOf(error), request) ?? internal();
    if (refusal.code === 'internal') {
      const ids = { request_id: request.id, correlation_id: correlationIdOf(request) };
      this.logger.error({ err: error, ...ids }, 'request failed');
    }
    if (reply.sent || reply.raw.headersSent) return;
    this.onRefusal(refusal.code);
    const problem = problemOf(refusal, {
      instance: pathOf(request),
      requestId: request.id,
      basePath: this.basePath,
      ...(isTooLong(error) && { status: 414 }),
    });
    reply.code(problem.status).header('Content-Type', PROBLEM_JSON);
    if (refusal.code === 'unauthorized') reply.header('WWW-Authenticate', 'Bearer');
    if (error instanceof BodyGivenUpError) reply.header('Connection', 'close');
    // Fastify closes the connection after every error of a body. A client that still sends would get a reset, and not
    // this answer.
    else if (reply.hasHeader('Connection') && isReadAway(request)) reply.header('Connection', 'keep-alive');
    if (refusal.code === 'unavailable' && !reply.hasHeader('Retry-After')) reply.header('Retry-After', RETRY_AFTER);
    reply.send(JSON.stringify(problem));
  }
}

/** Fastify refuses a type that has no parser without knowing which ones an endpoint takes. */
function ofFile(refusal: DomainError | undefined, { routeOptions }: FastifyRequest): DomainError | undefined {
  const streams = streamsOf(routeOptions?.config);
  return streams && refusal?.code === 'unsupported_media_type' && refusal.detail === NO_JSON
    ? notTaken(streams)
    : refusal;
}

/** Not for a client that asks for the end of its connection: it is closed as soon as the answer is written. */
function isReadAway({ headers }: FastifyRequest): boolean {
  const announced = headers['content-length'];
  return announced !== undefined && Number(announced) <= READ_AWAY_BYTES && !/close/i.test(headers.connection ?? '');
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 414;
}
