import type { BenchService } from './service.js';

/** One page of every this many is read again under load: pages of all depths, not only the first ones. */
const EVERY = 50;

export interface Page {
  readonly path: string;
  readonly bytes: string;
}

/**
 * Walks the whole list once and keeps pages of all depths.
 * @throws Error unless the walk shows every member once.
 */
export async function walk(
  service: Pick<BenchService, 'url'>,
  key: string,
  { listId, members, pageSize }: { readonly listId: string; readonly members: number; readonly pageSize: number },
): Promise<readonly Page[]> {
  const first = `/smart-lists/${listId}/members?page_size=${pageSize}`;
  const kept: Page[] = [];
  const seen = new Set<string>();
  let token: string | null = null;
  let number = 0;
  do {
    const path: string = token === null ? first : `${first}&page_token=${encodeURIComponent(token)}`;
    const answer: Response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const bytes = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes}`);
    const page = JSON.parse(bytes) as { members: { contact_id: string }[]; next_page_token: string | null };
    for (const { contact_id } of page.members) seen.add(contact_id);
    if (number % EVERY === 0) kept.push({ path, bytes });
    token = page.next_page_token;
    number += 1;
  } while (token !== null);
  if (seen.size !== members) throw new Error(`the walk saw ${seen.size} of ${members} members`);
  return kept;
}
