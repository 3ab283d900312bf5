import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { QueryFailedError } from 'typeorm';

interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** A refusal, answered as application/problem+json. */
export class Problem extends HttpException {
  constructor(
    status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors?: readonly FieldError[],
  ) {
    super(detail, status);
  }
}

export const notFound = (what: string): Problem => new Problem(404, 'not_found', `There is no such ${what}.`);

/** What class-validator found, each field by its JSON pointer. */
export function invalid(found: readonly ValidationError[]): Problem {
  const errors = found.flatMap((error) => fieldErrors(error, ''));
  return new Problem(400, 'validation_failed', errors[0]?.detail ?? 'The request is invalid.', errors);
}

function fieldErrors({ property, constraints, children }: ValidationError, parent: string): FieldError[] {
  const pointer = `${parent}/${property}`;
  const own = Object.entries(constraints ?? {}).map(([code, detail]) => ({ pointer, code, detail }));
  return [...own, ...(children ?? []).flatMap((child) => fieldErrors(child, pointer))];
}

/** Whether a statement failed on this unique index. */
export function violates(error: unknown, index: string): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code, constraint } = error.driverError as { code?: string; constraint?: string };
  return code === '23505' && constraint === index;
}

/** Every refusal and failure in one format. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { url, id } = host.switchToHttp().getRequest<FastifyRequest>();
    const problem = this.problemOf(error);
    const { code, detail, errors } = problem;
    const status = problem.getStatus();
    const body = { type: `/docs/errors#${code}`, title: code, status, detail, instance: url, ok: false, code };
    if (status === 401) void reply.header('www-authenticate', 'Bearer');
    void reply
      .status(status)
      .header('content-type', 'application/problem+json')
      .send(JSON.stringify({ ...body, request_id: id, errors }));
  }

  private problemOf(error: unknown): Problem {
    if (error instanceof Problem) return error;
    const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode;
    if (status === 404) return notFound('route');
    if (status !== undefined && status < 500) return new Problem(status, 'malformed_request', (error as Error).message);
    this.logger.error(error);
    return new Problem(500, 'internal', 'The request failed.');
  }
}
