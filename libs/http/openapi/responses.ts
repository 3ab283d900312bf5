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
    'The id of this request: the one it brought, or a new UUID. It is in the logs. A new one is the `correlation_id` of every event that the request wrote as well.',
    '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4',
  ),
  'X-Correlation-Id': header(
    'Only where the request brought an X-Request-Id of its own: the `correlation_id` of every event that it wrote. Ids of clients are not stored.',
    '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5',
  ),
  'RateLimit-Policy': header(
    'What the key may do: so many reads or writes (`q`) in so many seconds (`w`). Left out where nothing limits it.',
    '"write";q=6000;w=60',
  ),
  RateLimit: header(
    'How many reads or writes are left (`r`), and seconds until one more is allowed (`t`), at least 1. Left out where nothing limits the key.',
    '"write";r=5999;t=1',
  ),
  'Retry-After': header('Seconds to wait before the same request is sent again.', 1),
  'WWW-Authenticate': header('How to authenticate: always `Bearer`.', 'Bearer'),
  Location: header(
    'The path of what was created, from the root of the server.',
    '/smart-lists/0198f4b2-7c1e-7a3b-9d4e-5f60718293a4',
  ),
  ETag: header('The `version` in quotes, for `If-Match`.', '"3"'),
  'Idempotent-Replayed': header(
    '`true`: this is the first answer to this Idempotency-Key, again. Left out otherwise.',
    'true',
  ),
  'Projection-Lag': header(
    '`1`: done and durable, but reads may not show it yet, for the rows did not catch up within 2 seconds. Left out otherwise.',
    1,
  ),
};

type HeaderName = keyof typeof HEADERS;

export const PROBLEM_SCHEMA = {
  type: 'object' as const,
  description: 'A refusal (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'instance', 'ok', 'code', 'request_id'],
  properties: {
    type: { type: 'string' as const, format: 'uri-reference', description: 'Links to what the code means.' },
    title: { type: 'string' as const, description: 'What the code means, in short: the same for all of its refusals.' },
    status: { type: 'integer' as const, description: 'The status of the answer.' },
    detail: {
      type: 'string' as const,
      description: 'What was wrong with this request. For people: the wording may change.',
    },
    instance: { type: 'string' as const, description: 'The path of the request.' },
    ok: { type: 'boolean' as const, enum: [false], description: 'false of every refusal.' },
    code: {
      type: 'string' as const,
      enum: Object.keys(PROBLEMS),
      description: 'What happened, for programs. The page that `type` links to says what to do about it.',
    },
    request_id: {
      type: 'string' as const,
      description: 'The X-Request-Id of the answer: name it when you ask about it.',
    },
    errors: {
      type: 'array' as const,
      description: 'Each mistake, at most 50. Left out where there is none to be pointed at.',
      items: {
        type: 'object' as const,
        description: 'One mistake.',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: {
            type: 'string' as const,
            description:
              'Where: a JSON pointer (RFC 6901) into the body; `/` and the name of a query parameter or a header; empty for the body as a whole.',
          },
          code: {
            type: 'string' as const,
            description:
              'What is wrong there, for programs: `required`, `unknown_field`, `unknown_parameter`, `wrong_type`, `too_long`, `out_of_range`, `invalid_format` and others. Of /health/ready the name of a check.',
          },
          detail: { type: 'string' as const, description: 'The same for people: the wording may change.' },
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
  const ids: HeaderName[] = ['X-Request-Id', 'X-Correlation-Id'];
  return options.scope ? [...ids, 'RateLimit-Policy', 'RateLimit'] : ids;
}

function headersOf(status: number): HeaderName[] {
  if (status === 429 || status === 503) return ['Retry-After'];
  return status === 401 ? ['WWW-Authenticate'] : [];
}

function refs(names: readonly HeaderName[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
