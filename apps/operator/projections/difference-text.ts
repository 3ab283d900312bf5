import type { RowDifference } from '../past.js';

const WORDS = {
  missing: 'is not there',
  extra: 'is there, and no event makes it',
  behind: 'lacks events that the rows have',
  ahead: 'has events that are not in the log',
} as const;

/** A row that differs, in words. Values are not shown: they may be personal. */
export function differenceInWords({ collection, key, kind, fields }: RowDifference): string {
  const place = `${collection} ${key.join('|')}`;
  return kind === 'different' ? `${place} has another ${fields.join(', ')}` : `${place} ${WORDS[kind]}`;
}
