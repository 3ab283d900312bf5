import type { ErrorCode } from '#kernel';
import { DomainError } from '#kernel';
import type { EndpointInfo } from '../endpoint.js';
import { problemOf, PROBLEMS } from '../problems.js';
import { problemHeaders } from './headers.js';
import type { Reference, SharedParts } from './shared-parts.js';

/** Names of the statuses that the HTTP parser refuses with beside 400: their code is the same. */
const PARSER_STATUSES: Readonly<Record<number, string>> = { 414: 'UriTooLong', 431: 'HeadersTooLarge' };

/** The refusals of an endpoint, by status, each code with an example. */
export function problemResponses(
  { options }: EndpointInfo,
  codes: readonly ErrorCode[],
  { basePath, parts }: { readonly basePath: string; readonly parts: SharedParts },
): Readonly<Record<string, Reference>> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, unordered]) => {
    const all = ORDER.filter((code) => unordered.includes(code));
    const response = {
      description: all.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
      headers: problemHeaders(options, status, parts),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(all.map((code) => [code, exampleOf(code, status, basePath, parts)])),
        },
      },
    };
    return [String(status), parts.share('responses', access(options) + nameOf(status, all), response)] as const;
  });
  return Object.fromEntries(responses);
}

/** The same codes are the same response, in whatever order an endpoint names them. */
const ORDER = Object.keys(PROBLEMS) as ErrorCode[];

/** The HTTP parser refuses with these three. */
function statusesOf(code: ErrorCode): readonly number[] {
  return code === 'malformed_request' ? [400, 414, 431] : [PROBLEMS[code].status];
}

/** Refusals of keyed endpoints have the headers of the rate limit, and are the ones without a prefix. */
function access(options: EndpointInfo['options']): string {
  if (options.scope) return '';
  return options.admin ? 'Admin' : 'Public';
}

/**
 * What tells a response from others of its status: `InvalidBodyOrWaterfallCycle`. A code that comes with what the endpoint is goes without
 * saying, unless it is the only one.
 */
function nameOf(status: number, codes: readonly ErrorCode[]): string {
  const ofParser = PARSER_STATUSES[status];
  if (ofParser !== undefined) return ofParser;
  const implied = new Set<ErrorCode>(['malformed_request', 'idempotency_in_progress']);
  if (codes.includes('malformed_json') || codes.includes('invalid_page_token')) implied.add('validation_failed');
  const telling = codes.filter((code) => !implied.has(code));
  return (telling.length > 0 ? telling : codes).map(wordOf).join('Or');
}

function wordOf(code: ErrorCode): string {
  if (code === 'malformed_json') return 'InvalidBody';
  return code.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

function exampleOf(code: ErrorCode, status: number, basePath: string, parts: SharedParts): Reference {
  const name = PARSER_STATUSES[status] ?? code.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const errors = code === 'validation_failed' ? [{ pointer: '/name', code: 'required', detail: 'Must be given.' }] : [];
  const id = '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4';
  const where = { instance: `${basePath}/smart-lists/${id}`, requestId: id, basePath, status };
  const value = problemOf(new DomainError(code, `${PROBLEMS[code].title}.`, errors), where);
  return parts.share('examples', name, { summary: `${PROBLEMS[code].title}.`, value });
}
