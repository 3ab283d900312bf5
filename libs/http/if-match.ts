import { DomainError } from '#kernel';

/** The ETag of a version of a list or an outcome. */
export function etag(version: number): string {
  return `"${version}"`;
}

const ENTITY_TAG = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/y;
const BETWEEN = /[ \t]*(?:,[ \t]*)+/y;

/**
 * Compares a change's If-Match with the version of its target (docs/reference/http-contract.md#headers-of-answers; RFC
 * 9110, section 13.1.1: strong comparison, `*`, lists of tags). Without the header every version passes.
 * @throws DomainError `precondition_failed`, also for a header that is no list of tags
 */
export function ifMatch(request: { readonly ifMatch: string | undefined }, version: number): void {
  const header = request.ifMatch?.trim();
  if (header === undefined || header === '*' || (tagsOf(header)?.includes(etag(version)) ?? false)) return;
  throw new DomainError('precondition_failed', 'If-Match does not name the present version.');
}

/** The tags of a list, weak ones with their prefix (so that they never match); undefined if the header is no list. */
export function tagsOf(header: string): readonly string[] | undefined {
  const tags: string[] = [];
  let at = 0;
  while (at < header.length) {
    ENTITY_TAG.lastIndex = at;
    const tag = ENTITY_TAG.exec(header)?.[0];
    if (tag === undefined) return undefined;
    tags.push(tag);
    BETWEEN.lastIndex = at + tag.length;
    const rest = at + tag.length;
    if (rest === header.length) return tags;
    const gap = BETWEEN.exec(header)?.[0];
    if (gap === undefined) return undefined;
    at = rest + gap.length;
  }
  return tags;
}
