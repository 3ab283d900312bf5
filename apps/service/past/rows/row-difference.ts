import { isDeepStrictEqual } from 'node:util';
import type { DocumentKey, Projection, Row } from '#kernel';
import { idempotencyProjection } from '#workspace-head';

/** A row that is not what a fresh fold of the log comes to. */
export interface RowDifference {
  /** Name of the collection. */
  readonly collection: string;
  readonly key: DocumentKey;
  /**
   * missing: it is not there; extra: no event makes it; behind, ahead: it has not all of the events that the rows have,
   * or more; different: the same events came to other values.
   */
  readonly kind: 'missing' | 'extra' | 'behind' | 'ahead' | 'different';
  /** The fields that differ, by name; their values may be personal. Empty unless `different`. */
  readonly fields: readonly string[];
}

/** A projection whose rows are compared. */
export type Compared = Pick<Projection, 'collection' | 'cachedFields' | 'personal' | 'blankedFields'>;

/** Whether a later fold may come to the same. */
export function isLater(kind: RowDifference['kind']): boolean {
  return kind === 'extra' || kind === 'ahead';
}

/** How a live row differs from the row of the fold; undefined: it does not. */
export function differenceOf(
  { collection, cachedFields = [] }: Compared,
  is: Row | undefined,
  should: Row | undefined,
): Pick<RowDifference, 'kind' | 'fields'> | undefined {
  if (!is && !should) return undefined;
  if (!is) return collection === idempotencyProjection.collection ? undefined : { kind: 'missing', fields: [] };
  if (!should) return { kind: 'extra', fields: [] };
  if (is.revision !== should.revision) return { kind: is.revision < should.revision ? 'behind' : 'ahead', fields: [] };
  const [has, shouldHave] = [is, should].map((row) => row as unknown as Readonly<Record<string, unknown>>);
  const names = new Set([...Object.keys(has!), ...Object.keys(shouldHave!)]);
  const fields = [...names].filter(
    (name) => !cachedFields.includes(name) && !isDeepStrictEqual(has![name], shouldHave![name]),
  );
  return fields.length === 0 ? undefined : { kind: 'different', fields };
}
