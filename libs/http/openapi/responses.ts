import type { ErrorCode } from '#kernel';
import { PROBLEMS } from '../problems.js';
import { problemHeaders } from './headers.js';
import type { Reference, SharedParts } from './shared-parts.js';

/** Names of the statuses, besides 400, of the HTTP parser's refusals: their code is the same. */
const PARSER_STATUSES: Readonly<Record<number, string>> = { 414: 'UriTooLong', 431: 'HeadersTooLarge' };

/** The refusals of an endpoint with these codes, by status. */
export function problemResponses(codes: readonly ErrorCode[], parts: SharedParts): Readonly<Record<string, Reference>> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, unordered]) => {
    const all = ORDER.filter((code) => unordered.includes(code));
    const response = {
      description: all.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
      ...problemHeaders(status, parts),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
    return [String(status), parts.share('responses', nameOf(status, all), response)] as const;
  });
  return Object.fromEntries(responses);
}

/** The same codes are one response, in whatever order an endpoint names them. The code of most writes comes last. */
const ORDER = (Object.keys(PROBLEMS) as ErrorCode[]).sort(
  (a, b) => Number(a === 'idempotency_in_progress') - Number(b === 'idempotency_in_progress'),
);

/** The HTTP parser refuses with these three. */
function statusesOf(code: ErrorCode): readonly number[] {
  return code === 'malformed_request' ? [400, 414, 431] : [PROBLEMS[code].status];
}

/**
 * The name that tells a response from other responses of its status: `InvalidBodyOrWaterfallCycle`. Codes that always
 * accompany them are left out.
 */
function nameOf(status: number, codes: readonly ErrorCode[]): string {
  const ofParser = PARSER_STATUSES[status];
  if (ofParser !== undefined) return ofParser;
  const implied = new Set<ErrorCode>(['malformed_request']);
  if (codes.includes('malformed_json') || codes.includes('invalid_page_token')) implied.add('validation_failed');
  const telling = codes.filter((code) => !implied.has(code));
  return (telling.length > 0 ? telling : codes).map((code) => WORDS[code] ?? pascal(code)).join('Or');
}

/** For codes whose own words are too narrow in a name of several codes. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  malformed_json: 'InvalidBody',
};

function pascal(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
