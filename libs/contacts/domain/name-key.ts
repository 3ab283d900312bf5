/** Characters of a name by which contacts are ordered. */
const LENGTH = 60;

/**
 * The form of a name by which contacts are found and ordered: without case and accents, as an agent types it. '' for
 * no name, which is first.
 */
export function nameKey(name: string | null): string {
  const folded = (name ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded
    .slice(0, LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
