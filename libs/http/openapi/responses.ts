import type { ErrorCode } from '#kernel';
import { DomainError } from '#kernel';
import type { EndpointInfo } from '../endpoint.js';
import { problemOf, PROBLEMS } from '../problems.js';

const header = (description: string, example: string | number) => ({
  description,
  schema: { type: typeof example === 'number' ? ('integer' as const) : ('string' as const), examples: [example] },
});

/** Every header an answer can carry (api.md, Rules that hold everywhere). */
export const HEADERS = {
  'X-Request-Id': header(
    'The id of this request: in logs, and in every event it wrote.',
    '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4',
  ),
  'RateLimit-Policy': header(
    'What the key may do: so many requests (q) in so many seconds (w).',
    '"write";q=6000;w=60',
  ),
  RateLimit: header('What is left (r), and in how many seconds one more request is allowed (t).', '"write";r=5999;t=1'),
  'Retry-After': header('Seconds to wait.', 1),
  'WWW-Authenticate': header('How to authenticate.', 'Bearer'),
  Location: header('The path of what was created.', '/smart-lists/0198f4b2-7c1e-7a3b-9d4e-5f60718293a4'),
  ETag: header('The version, for If-Match.', '"3"'),
  'Idempotent-Replayed': header('`true`: the first answer of this Idempotency-Key, again.', 'true'),
  'Projection-Lag': header('`1`: written, but reads may not show it yet.', 1),
};

type HeaderName = keyof typeof HEADERS;

export const PROBLEM_SCHEMA = {
  type: 'object' as const,
  description: 'A refusal (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'instance', 'ok', 'code', 'request_id'],
  properties: {
    type: { type: 'string' as const, format: 'uri-reference', description: 'Links to what the code means.' },
    title: { type: 'string' as const },
    status: { type: 'integer' as const },
    detail: { type: 'string' as const, description: 'What was wrong with this request.' },
    instance: { type: 'string' as const, description: 'The path of the request.' },
    ok: { type: 'boolean' as const, enum: [false] },
    code: { type: 'string' as const, enum: Object.keys(PROBLEMS) },
    request_id: { type: 'string' as const },
    errors: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string' as const, description: 'JSON pointer (RFC 6901) of what is wrong.' },
          code: { type: 'string' as const },
          detail: { type: 'string' as const },
        },
      },
    },
  },
};

/** The headers of an endpoint's success. */
export function successHeaders({ options, kind }: EndpointInfo): object {
  const names: HeaderName[] = [...common(options), ...(options.success.headers ?? [])];
  if (kind === 'write' && !options.public) names.push('Projection-Lag');
  if (kind === 'write' && options.scope) names.push('Idempotent-Replayed');
  return refs(names);
}

/** The refusals of an endpoint, by status, each code with an example. */
export function problemResponses({ options }: EndpointInfo, codes: readonly ErrorCode[], basePath: string): object {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, all]) => [
    status,
    {
      description: all.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
      // On a 401 too: of a key that was revoked or ran out between the guard and the decision.
      headers: refs([...common(options), ...headersOf(status)]),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(
            all.map((code) => [code, { value: example(code, status, options.path, basePath) }]),
          ),
        },
      },
    },
  ]);
  return Object.fromEntries(responses) as object;
}

/** The HTTP parser refuses with these three. */
function statusesOf(code: ErrorCode): readonly number[] {
  return code === 'malformed_request' ? [400, 414, 431] : [PROBLEMS[code].status];
}

function example(code: ErrorCode, status: number, path: string, basePath: string): object {
  const errors = code === 'validation_failed' ? [{ pointer: '/name', code: 'required', detail: 'Must be given.' }] : [];
  const id = '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4';
  const where = { instance: `${basePath}${path.replace(/:\w+/g, id)}`, requestId: id, basePath, status };
  return problemOf(new DomainError(code, `${PROBLEMS[code].title}.`, errors), where);
}

function common(options: EndpointInfo['options']): HeaderName[] {
  return options.scope ? ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'] : ['X-Request-Id'];
}

function headersOf(status: number): HeaderName[] {
  if (status === 429 || status === 503) return ['Retry-After'];
  return status === 401 ? ['WWW-Authenticate'] : [];
}

function refs(names: readonly HeaderName[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
