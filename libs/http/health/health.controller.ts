import { Controller, Res } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DomainError, type FieldError } from '#kernel';
import { OkAnswer } from '../answers.js';
import { Endpoint } from '../endpoint.js';
import { HealthChecks } from './health-checks.js';
import { Metrics } from './metrics.js';

@ApiSchema({ description: 'The process answers.' })
class Live extends OkAnswer {}

@ApiSchema({ description: 'The service does its work.' })
class Ready extends OkAnswer {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', description: '`ok`, or what was given up on.' },
    description: 'Each part that was looked at, by its name.',
    example: { copy: 'ok', event_store: 'ok', read_model: 'ok' },
  })
  checks!: Record<string, string>;
}

/** What an operator's machines ask (api.md, Endpoints: health and metrics). */
@Controller()
export class HealthController {
  constructor(
    private readonly checks: HealthChecks,
    private readonly metrics: Metrics,
  ) {}

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
  live(): Live {
    const { death } = this.checks;
    if (death !== undefined) throw new DomainError('unavailable', `This process is about to end: ${death}`);
    return { ok: true };
  }

  @Endpoint({
    method: 'GET',
    path: '/health/ready',
    public: true,
    tag: 'operation',
    summary: 'Whether the service can do its work',
    description:
      '503 while the rows are being built or a part is not well; `errors` names each one. What was given up on concerns single items: `checks` names them, and the service stays ready.',
    success: { status: 200, type: Ready },
    errors: ['unavailable'],
  })
  async ready(): Promise<Ready> {
    const { checks, failing } = await this.run();
    if (failing.length > 0) {
      throw new DomainError('unavailable', `Not ready: ${failing.map(({ code }) => code).join(', ')}.`, failing);
    }
    return { ok: true, checks: Object.fromEntries([...checks].map(([name, { reason }]) => [name, reason ?? 'ok'])) };
  }

  @Endpoint({
    method: 'GET',
    path: '/metrics',
    public: true,
    tag: 'operation',
    summary: 'Metrics in the text format of Prometheus',
    success: { status: 200, type: String, contentType: 'text/plain', description: 'The metrics of this process.' },
  })
  async prometheus(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { checks, failing } = await this.run();
    for (const [name, { reason }] of checks) this.metrics.noteCheck(name, reason === undefined);
    this.metrics.noteCheck('ready', failing.length === 0);
    reply.header('Content-Type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }

  /** All checks, and what keeps the service from being ready. */
  private async run(): Promise<{ checks: Awaited<ReturnType<HealthChecks['run']>>; failing: FieldError[] }> {
    const checks = await this.checks.run();
    const failing = [...checks].flatMap(([code, { reason, isEssential }]) =>
      reason === undefined || !isEssential ? [] : [{ pointer: '', code, detail: reason }],
    );
    return { checks, failing };
  }
}
