import { createServer, type Server, type ServerResponse } from 'node:http';
import { DomainError, type IdSource } from '#kernel';
import { PROBLEM_JSON } from '../problem.filter.js';
import { problemOf } from '../problems.js';
import { internal } from '../refusal.js';
import type { HealthReport } from './health-report.js';

/**
 * Largest number of connections: few machines ask, and a misbehaving one must not use up the file descriptors of the
 * process.
 */
const MAX_CONNECTIONS = 64;
const REQUEST_MS = 10_000;

const BY_OPERATOR = { byOperator: true } as const;

/**
 * The server of METRICS_PORT: `GET /metrics` and `GET /health/ready` in full, without a token and without a base path,
 * and no other route. Every client that can reach it reads the hosts of customers: it is for a network of the
 * operator's own. The caller listens and closes.
 */
export function operatorPort(report: HealthReport, ids: IdSource): Server {
  const answers: Readonly<Record<string, () => Promise<readonly [type: string, body: string]>>> = {
    '/metrics': async () => [report.contentType, await report.prometheus(BY_OPERATOR)],
    '/health/ready': async () => {
      const checks = await report.ready(BY_OPERATOR);
      return ['application/json; charset=utf-8', JSON.stringify({ ok: true, checks })];
    },
  };
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    const path = request.url!.split('?')[0]!;
    const found = request.method === 'GET' ? answers[path] : undefined;
    const answer = found?.() ?? Promise.reject(new DomainError('not_found', 'There is nothing at this path.'));
    answer.then(
      ([type, body]) => send(response, 200, type, body),
      (error: unknown) => {
        const refusal = error instanceof DomainError ? error : internal();
        const problem = problemOf(refusal, { instance: path, requestId: ids.next(), basePath: '' });
        send(response, problem.status, PROBLEM_JSON, JSON.stringify(problem));
      },
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}
