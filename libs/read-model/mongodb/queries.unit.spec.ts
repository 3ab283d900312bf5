import fc from 'fast-check';
import type { Collection, DocumentKey, IndexValue, Row } from '#kernel';
import { compareTuples, indexOrder } from '../index-order.js';
import { MemoryReadModel } from '../testing/memory-read-model.js';
import {
  belowQuery,
  type Condition,
  countQuery,
  fieldQueries,
  type FindQuery,
  ID_INDEX,
  keyQueries,
  mergeQueries,
  nextValueQuery,
  pageQueries,
  revisionQueries,
} from './queries.js';
import { isCovered, whyUnserved } from './testing/served-by.js';

/** Each field has values of one type, like fields of an index; few of them, so that there are many ties. */
const NUMBERS = ['n1', 'n2', 'n3'];
const TEXTS = ['k1', 'k2', 'k3', 't1', 't2'];
const valueOf = (field: string): fc.Arbitrary<IndexValue> =>
  NUMBERS.includes(field) ? fc.integer({ min: 0, max: 2 }) : fc.constantFrom('', 'a', 'b', '\uFF21', '\u{1F600}');

const collections: fc.Arbitrary<Collection> = fc
  .record({
    key: fc.integer({ min: 1, max: 3 }).map((fields) => TEXTS.slice(0, fields)),
    fields: fc.subarray([...NUMBERS, ...TEXTS], { minLength: 1 }),
    order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  })
  .map(({ key, fields, order }) => {
    const shuffled = fields.map((field, i) => [order[i]!, field] as const).sort(([a], [b]) => a - b);
    const lookup = { name: 'lookup', fields: [...key, 'n1'] };
    return { name: 'generated', key, indexes: [{ name: 'index', fields: shuffled.map(([, field]) => field) }, lookup] };
  });

const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record(Object.fromEntries([...NUMBERS, ...TEXTS].map((field) => [field, valueOf(field)]))) as fc.Arbitrary<
    Row & Record<string, IndexValue>
  >,
  { maxLength: 40 },
);

/** A collection, an index of it, and values for a prefix and for an `after`. */
const pages = collections.chain((collection) => {
  const fields = indexOrder(collection, 'index');
  return fc.record({
    collection: fc.constant(collection),
    values: fc.tuple(...fields.map(valueOf)),
    prefix: fc.nat(fields.length),
    after: fc.nat(fields.length),
    descending: fc.boolean(),
    limit: fc.integer({ min: 1, max: 9 }),
  });
});

/** A page whose first field after the prefix also has an upper bound. */
const bounded = pages
  .filter(({ values, prefix }) => prefix < values.length)
  .chain((page) => fc.tuple(fc.constant(page), valueOf(indexOrder(page.collection, 'index')[page.prefix]!)));

const valuesOf = (row: Row, fields: readonly string[]) =>
  fields.map((field) => (row as unknown as Record<string, IndexValue>)[field]!);

describe('the queries of the read model in MongoDB', () => {
  const pageOf = ({
    values,
    prefix,
    after,
    descending,
    limit,
  }: {
    values: IndexValue[];
    prefix: number;
    after: number;
    descending: boolean;
    limit: number;
  }) => ({
    index: 'index',
    prefix: values.slice(0, prefix),
    ...(after > 0 && prefix < values.length ? { after: values.slice(prefix, prefix + after) } : {}),
    descending,
    limit,
  });

  it('are ordered scans of the index that they name, for every page', () => {
    fc.assert(
      fc.property(pages, ({ collection, ...drawn }) => {
        for (const query of pageQueries(collection, pageOf(drawn))) {
          expect(query.hint).toBe('index');
          expect(whyUnserved(query, indexOrder(collection, query.hint))).toBeUndefined();
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('together give the page that comparing whole tuples gives', async () => {
    await fc.assert(
      fc.asyncProperty(pages, rows, async ({ collection, ...drawn }, documents) => {
        const options = pageOf(drawn);
        const model = new MemoryReadModel();
        const keyOf = (row: Row): DocumentKey => valuesOf(row, collection.key).map(String);
        await model.putRows(documents.map((document) => ({ collection, key: keyOf(document), document })));
        const stored = await model.page(collection, { index: 'index', prefix: [], limit: 99 });
        const found = pageQueries(collection, options).flatMap((query) => answer(query, stored));
        expect(found.slice(0, options.limit)).toEqual(await model.page(collection, options));
      }),
      { numRuns: 500 },
    );
  });

  it('give a merge up to a value that comparing whole tuples gives, by scans of the index', async () => {
    const keyOf = (collection: Collection, row: Row) => valuesOf(row, collection.key).map(String);
    await fc.assert(
      fc.asyncProperty(bounded, rows, async ([{ collection, ...drawn }, to], documents) => {
        const { prefix, ...page } = pageOf({ ...drawn, descending: false });
        const options = { ...page, prefixes: [prefix], to };
        const model = new MemoryReadModel();
        await model.putRows(documents.map((document) => ({ collection, key: keyOf(collection, document), document })));
        const stored = await model.page(collection, { index: 'index', prefix: [], limit: 99 });
        const queries = mergeQueries(collection, options);
        const found = queries.flatMap(({ filter, ...query }) =>
          filter.$or.flatMap((stretch) => answer({ ...query, filter: stretch }, stored)),
        );
        expect(found.slice(0, options.limit)).toEqual(await model.merge(collection, options));
        for (const query of queries) expect(whyUnserved(query, indexOrder(collection, 'index'))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('merge few scans, so that the server sorts nothing', () => {
    fc.assert(
      fc.property(pages, fc.integer({ min: 1, max: 250 }), ({ collection, ...drawn }, count) => {
        const { prefix, ...page } = pageOf(drawn);
        fc.pre(prefix.length > 0);
        const prefixes = Array.from({ length: count }, (_, i) => [`prefix ${i}`, ...prefix.slice(1)]);
        const queries = mergeQueries(collection, { ...page, prefixes });
        for (const query of queries) {
          expect(query.hint).toBe('index');
          expect(query.filter.$or.length).toBeLessThanOrEqual(100);
          expect(whyUnserved(query, indexOrder(collection, 'index'))).toBeUndefined();
        }
        const stretches = count * (page.after?.length ?? 1);
        expect(queries.reduce((sum, { filter }) => sum + filter.$or.length, 0)).toBe(stretches);
      }),
    );
  });

  it('seek the next value of a field in the index alone', () => {
    fc.assert(
      fc.property(pages, fc.boolean(), ({ collection, values, prefix }, first) => {
        fc.pre(prefix < values.length);
        const query = nextValueQuery(collection, 'index', values.slice(0, prefix), first ? undefined : values[prefix]);
        const pattern = indexOrder(collection, 'index');
        expect(query).toMatchObject({ hint: 'index', limit: 1 });
        expect(whyUnserved(query, pattern)).toBeUndefined();
        expect(isCovered(query, pattern)).toBe(true);
      }),
    );
  });

  it('read one field by key from the index alone', () => {
    const keys = fc.array(fc.tuple(valueOf('k1'), valueOf('k2'), valueOf('k3')), { maxLength: 20 });
    fc.assert(
      fc.property(collections, keys, (collection, drawn) => {
        const asked = drawn.map((values) => values.slice(0, collection.key.length).map(String));
        const queries = fieldQueries(collection, 'lookup', asked);
        const pattern = indexOrder(collection, 'lookup');
        for (const query of queries) {
          expect(query.hint).toBe('lookup');
          expect(whyUnserved(query, pattern)).toBeUndefined();
          expect(isCovered(query, pattern)).toBe(true);
        }
        const distinct = new Set(asked.map((key) => JSON.stringify(key)));
        expect(queries.reduce((sum, { limit }) => sum + limit, 0)).toBe(distinct.size);
      }),
    );
  });

  it('find the documents to drop by a scan of the index', () => {
    fc.assert(
      fc.property(pages, ({ collection, values, prefix }) => {
        fc.pre(prefix < values.length);
        const query = belowQuery(collection, 'index', values.slice(0, prefix), values[prefix]!, 10);
        expect(whyUnserved(query, indexOrder(collection, 'index'))).toBeUndefined();
      }),
    );
  });

  it('count one stretch of the index', () => {
    fc.assert(
      fc.property(pages, ({ collection, values, prefix }) => {
        fc.pre(prefix < values.length);
        const query = countQuery(collection, { index: 'index', prefix: values.slice(0, prefix) });
        expect(whyUnserved(query, indexOrder(collection, 'index'))).toBeUndefined();
      }),
    );
  });

  it('find documents by their key in the index of _id, in pieces, each key once', () => {
    const ids = Array.from({ length: 12_000 }, (_, i) => `id ${i % 11_000}`);
    for (const queries of [keyQueries(ids), revisionQueries(ids)]) {
      expect(queries.map(({ limit }) => limit)).toEqual([5_000, 5_000, 1_000]);
      for (const query of queries) {
        expect(query.hint).toBe(ID_INDEX);
        expect(whyUnserved(query, ['_id'])).toBeUndefined();
      }
    }
    expect(revisionQueries(ids).every((query) => isCovered(query, ['_id', 'revision']))).toBe(true);
    expect(keyQueries([])).toEqual([]);
  });
});

/** The answer of a server: the rows that match, in order, up to its limit. */
function answer({ filter, sort = {}, limit }: FindQuery, stored: readonly Row[]): Row[] {
  const fits = (value: IndexValue, condition: Condition): boolean => {
    if (typeof condition !== 'object') return value === condition;
    if ('$in' in condition) return condition.$in.includes(value);
    if ('$lt' in condition) return compareTuples([value], [condition.$lt]) < 0;
    if ('$gt' in condition && compareTuples([value], [condition.$gt]) <= 0) return false;
    return condition.$lte === undefined || compareTuples([value], [condition.$lte]) <= 0;
  };
  const fields = Object.keys(sort);
  const [direction = 1] = Object.values(sort);
  return stored
    .filter((row) => Object.entries(filter).every(([field, condition]) => fits(valuesOf(row, [field])[0]!, condition)))
    .sort((a, b) => direction * compareTuples(valuesOf(a, fields), valuesOf(b, fields)))
    .slice(0, limit);
}
