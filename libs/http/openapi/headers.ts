import { API_VERSION_REFERENCE } from '../api-versions.js';
import { type EndpointInfo, readsRows } from '../endpoint-info.js';
import type { SharedParts } from './shared-parts.js';

const header = (description: string, example: string | number) => ({
  description,
  schema: { type: typeof example === 'number' ? ('integer' as const) : ('string' as const), examples: [example] },
});

/** Every header that an answer can carry (docs/reference/http-contract.md#rules-that-hold-everywhere). */
const HEADERS = {
  'X-Request-Id': header(
    'The id of this request: the one it brought, or a new UUID. It is in the logs. A new one is the `correlation_id` of every event that the request wrote as well.',
    '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4',
  ),
  'X-Correlation-Id': header(
    'Only where the request brought an X-Request-Id of its own: the `correlation_id` of every event that it wrote. Ids of clients are not stored.',
    '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5',
  ),
  'API-Version': {
    description: 'The version of the API in which the answer is: the one that the request names, or the newest.',
    schema: API_VERSION_REFERENCE,
  },
  'RateLimit-Policy': header(
    'What the key may do: at most `q` reads or writes in `w` seconds. Left out where nothing limits it, and where no API key is taken.',
    '"write";q=6000;w=60',
  ),
  RateLimit: header(
    'How many reads or writes are left (`r`), and seconds until one more is allowed (`t`), at least 1. Left out where nothing limits the key, and where none is taken.',
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
    '`1`: the rows did not catch up within 2 seconds. A write is done and durable, but reads may not show it yet; a read may lack the last writes. Left out otherwise.',
    1,
  ),
  'Content-Disposition': header('The name of the file.', 'attachment; filename="contacts-4711.csv"'),
  'Export-Revision': header('The revision of the workspace as of which the file is exact.', 4711),
  'Export-Time': header('The instant as of which statuses are told.', '2025-06-01T09:30:00.000Z'),
  'Events-Lag': header('How many events of the workspace had happened that the answer could not show yet. 0: none.', 0),
};

type HeaderName = keyof typeof HEADERS;

/** The names of all headers that an answer can carry. */
export const ANSWER_HEADERS = Object.keys(HEADERS) as readonly HeaderName[];

/**
 * The general headers are listed only with the two statuses they matter most for; the introduction of the document
 * tells which answers have them. Listed in each answer, they would be a seventh of the document
 * (docs/adr/0031-the-reference-is-made-for-generators.md).
 */
const OF_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  500: ['X-Request-Id', 'X-Correlation-Id', 'API-Version'],
  503: ['Retry-After'],
};

const DIGEST = header(
  'A digest of the body, for `If-None-Match`: another body has another one.',
  'W/"47DEQpj8HBSa-_TI…"',
);

/** The headers of an endpoint's success, besides the general ones. */
export function successHeaders(endpoint: EndpointInfo, parts: SharedParts): object {
  const { options, kind } = endpoint;
  if (options.success.digest) return { headers: { ETag: parts.share('headers', 'BodyDigest', DIGEST) } };
  const names: HeaderName[] = [...(options.success.headers ?? [])];
  if (!options.public && (kind === 'write' || readsRows(endpoint))) names.push('Projection-Lag');
  if (kind === 'write' && options.scope && !options.streams) names.push('Idempotent-Replayed');
  return references(names, parts);
}

/** The headers of a refusal, besides the general ones. */
export function problemHeaders(status: number, parts: SharedParts): object {
  return references(OF_STATUS[status] ?? [], parts);
}

function references(names: readonly HeaderName[], parts: SharedParts): { readonly headers?: object } {
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, parts.share('headers', name, HEADERS[name])])) };
}
