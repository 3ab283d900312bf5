import type { Collection, DocumentKey, IndexValue, Row, TallySpec } from '#kernel';

/**
 * The fields by which an index is really ordered: its own, then those of the key that it lacks, which break ties,
 * unless there are none (`IndexSpec.unique`). An `after` with a value for every field behind the prefix skips no row.
 * @throws Error the collection declares no such index
 * @see docs/adr/0085-indexes-that-tell-rows-apart-leave-out-the-key.md
 */
export function indexOrder(collection: Collection, index: string): readonly string[] {
  const spec = collection.indexes.find((candidate) => candidate.name === index);
  if (!spec) throw new Error(`${collection.name} declares no index ${index}`);
  return spec.unique
    ? spec.fields
    : [...spec.fields, ...collection.key.filter((field) => !spec.fields.includes(field))];
}

/** The field of an index that is '' in no document of it (`IndexSpec.filled`). */
export function filledField(collection: Collection, index: string): string | undefined {
  return collection.indexes.find(({ name }) => name === index)?.filled;
}

/**
 * The field that follows the collection's key in an index.
 * @throws Error the index does not begin with the key, or ends with it
 */
export function fieldBehindKey(collection: Collection, index: string): string {
  const [field] = indexOrder(collection, index).slice(collection.key.length);
  const leads = collection.key.every((name, i) => indexOrder(collection, index)[i] === name);
  if (!leads || field === undefined) throw new Error(`${collection.name}.${index} holds no field behind the key`);
  return field;
}

/** The values of some fields of a document; key fields are taken from its key. */
export function fieldValues(
  collection: Collection,
  fields: readonly string[],
  key: DocumentKey,
  document: Row,
): readonly IndexValue[] {
  return fields.map((field) => {
    const at = collection.key.indexOf(field);
    return at < 0 ? (document as unknown as Record<string, IndexValue>)[field]! : key[at]!;
  });
}

/**
 * Prefixes of an index, each once.
 * @throws Error they differ in length
 */
export function distinctPrefixes(
  collection: Collection,
  index: string,
  prefixes: readonly (readonly IndexValue[])[],
): readonly (readonly IndexValue[])[] {
  const distinct = [...new Map(prefixes.map((prefix) => [JSON.stringify(prefix), prefix])).values()];
  if (distinct.some(({ length }) => length !== distinct[0]!.length)) {
    throw new Error(`${collection.name}.${index}: the prefixes of a merge are of one length`);
  }
  return distinct;
}

/**
 * The field of an index that follows a prefix of `length` values.
 * @throws Error there is none
 */
export function fieldBehindPrefix(collection: Collection, index: string, length: number): string {
  const field = indexOrder(collection, index)[length];
  if (field === undefined) throw new Error(`${collection.name}.${index} holds no field behind ${length} values`);
  return field;
}

/**
 * A tally, for a prefix of this length.
 * @throws Error the collection declares no such tally, or the prefix is not all its fields but the last
 */
export function tallySpec(collection: Collection, tally: string, prefix: number): TallySpec {
  const spec = collection.tallies?.find(({ name }) => name === tally);
  if (!spec) throw new Error(`${collection.name} declares no tally ${tally}`);
  if (prefix !== spec.fields.length - 1) {
    throw new Error(`${collection.name}.${tally} is read with ${spec.fields.length - 1} values, not ${prefix}`);
  }
  return spec;
}

/** Order of index values: numbers by value, before all texts; texts by code point, as databases compare UTF-8. */
export function compareValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : compareTexts(a, b);
}

/** Order of two lists of values; a list that is the beginning of the other one is equal to it. */
export function compareTuples(a: readonly IndexValue[], b: readonly IndexValue[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const order = compareValues(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * JavaScript compares UTF-16 units, which sorts surrogates (all beyond U+FFFF) before U+E000..U+FFFF: corrected here.
 */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
