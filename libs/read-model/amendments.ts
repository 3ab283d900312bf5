import type { Row } from '#kernel';
import type { Amendment } from './read-model.js';

/** @throws Error the amendment changes the key or the revision of its row */
export function checkAmendment({ collection, key, set }: Amendment): void {
  const touched = Object.keys(set).find((field) => field === 'revision' || collection.key.includes(field));
  if (touched !== undefined) throw new Error(`${collection.name} ${key.join('/')}: ${touched} cannot be amended`);
}

/** The row after an amendment; undefined if the row has changed since it was read. */
export function amended({ revision, ifFields, set }: Amendment, row: Row | undefined): Row | undefined {
  if (row?.revision !== revision) return undefined;
  const fields = row as Row & Readonly<Record<string, unknown>>;
  const asRead = Object.entries(ifFields).every(([field, value]) => fields[field] === value);
  return asRead ? { ...row, ...set } : undefined;
}
