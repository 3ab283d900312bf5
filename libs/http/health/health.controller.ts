import { Controller, Req, Res } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OkAnswer } from '../answers.js';
import { Endpoint } from '../endpoint.js';
import { type Asked, HealthReport } from './health-report.js';

@ApiSchema({ name: 'Liveness', description: 'The process answers.' })
class Live extends OkAnswer {}

@ApiSchema({ name: 'Readiness', description: 'The service does its work.' })
class Ready extends OkAnswer {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', description: '`ok`, or what was given up on.' },
    description: 'Each part that was looked at, by its name.',
    example: { copy: 'ok', event_store: 'ok', read_model: 'ok' },
  })
  checks!: Record<string, string>;
}

/** The routes for an operator's monitoring (docs/reference/http-contract.md#health-and-metrics). */
@Controller()
export class HealthController {
  constructor(private readonly report: HealthReport) {}

  @Endpoint({
    method: 'GET',
    path: '/health/live',
    public: true,
    tag: 'operation',
    summary: 'Whether the process answers',
    description:
      'Whatever its stores do: who fails this is to be started anew. 503 for two seconds before the process ends by ' +
      'itself, with exit code 70, because a thread died that it cannot replace.',
    success: { status: 200, type: Live },
    errors: ['unavailable'],
  })
  getLiveness(): Live {
    this.report.live();
    return { ok: true };
  }

  @Endpoint({
    method: 'GET',
    path: '/health/ready',
    public: true,
    tellsAdmin: true,
    tag: 'operation',
    summary: 'Whether the service can do its work',
    description:
      '503 while the rows are being built or a part is not well; `errors` names each one. What was given up on concerns single items: the service stays ready. Ids are named to who sends the ADMIN_TOKEN as bearer, and on the port of METRICS_PORT.',
    success: { status: 200, type: Ready },
    errors: ['unavailable'],
  })
  async getReadiness(@Req() request: FastifyRequest): Promise<Ready> {
    return { ok: true, checks: await this.report.ready(askedBy(request)) };
  }

  @Endpoint({
    method: 'GET',
    path: '/metrics',
    public: true,
    tellsAdmin: true,
    tag: 'operation',
    summary: 'Metrics in the text format of Prometheus',
    description:
      'Those that name hosts of customers are for who sends the ADMIN_TOKEN as bearer, and on the port of METRICS_PORT.',
    success: { status: 200, type: String, contentType: 'text/plain', description: 'The metrics of this process.' },
  })
  async getMetrics(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.header('Content-Type', this.report.contentType);
    return this.report.prometheus(askedBy(request));
  }
}

/** An invalid token is not refused here: the answer without a token is public. */
function askedBy(request: FastifyRequest): Asked {
  return { byOperator: request.server.http.isAdmin(request) };
}
