import { type Collection, type DocumentKey, type IndexValue, keyOf, keyText, type Row } from '#kernel';
import type { DistinctOptions, MergeOptions, PageOptions, ReadModel } from '#read-model';
import type { MemoryReadModel } from '#read-model/testing';
import { compareTuples, distinctPrefixes, fieldValues, indexOrder } from '../../../libs/read-model/index-order.js';
import type { CountOptions, TallyOptions } from '../../../libs/read-model/read-model.js';
import type { RowsWire } from './rows-wire.js';
import type { RowsSource, SimulatedGenerations } from './simulated-generations.js';

/**
 * Rows are read whatever their generation, as in MongoDB; who reads asks for the generation before and behind. A read
 * of several rows may be torn: its first rows are of an earlier instant than the rest, as where MongoDB needs several
 * queries for it, or its cursor yields between two rows.
 */
export class SimulatedReadModel implements Omit<ReadModel, 'generations'> {
  constructor(
    private readonly wire: RowsWire,
    readonly source: RowsSource,
  ) {}

  async getMany<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]) {
    const read = (some: readonly DocumentKey[]) =>
      this.rows('rows', collection, (rows) => rows.getMany(collection, some));
    const first = this.wire.tear(keys.length);
    if (first === keys.length) return read(keys);
    return (await Promise.all([read(keys.slice(0, first)), read(keys.slice(first))])).flat();
  }

  async page<Doc extends Row>(collection: Collection<Doc>, options: PageOptions): Promise<Doc[]> {
    const read = (some: PageOptions) => this.rows('page', collection, (rows) => rows.page(collection, some));
    const first = this.wire.tear(options.limit);
    const found = await read({ ...options, limit: first });
    const last = found.at(-1);
    if (first === options.limit || !last) return found;
    const fields = indexOrder(collection, options.index).slice(options.prefix.length);
    const after = fieldValues(collection, fields, keyOf(collection, last), last);
    // A row that has moved keeps its first position.
    const seen = new Set(found.map((row) => keyText(keyOf(collection, row))));
    const rest = await read({ ...options, after, limit: options.limit - first });
    return [...found, ...rest.filter((row) => !seen.has(keyText(keyOf(collection, row))))];
  }

  async pageKeys(collection: Collection, options: PageOptions): Promise<DocumentKey[]> {
    return (await this.page(collection, options)).map((row) => keyOf(collection, row));
  }

  fieldsOf(collection: Collection, index: string, keys: readonly DocumentKey[]) {
    return this.rows('fields', collection, (rows) => rows.fieldsOf(collection, index, keys));
  }

  async merge<Doc extends Row>(collection: Collection<Doc>, options: MergeOptions): Promise<Doc[]> {
    const { index, limit } = options;
    const prefixes = distinctPrefixes(collection, index, options.prefixes);
    const read = (some: MergeOptions['prefixes']) =>
      this.rows('merge', collection, (rows) => rows.merge(collection, { ...options, prefixes: some }));
    const first = this.wire.tear(prefixes.length);
    if (first === prefixes.length) return read(prefixes);
    const found = (await Promise.all([read(prefixes.slice(0, first)), read(prefixes.slice(first))])).flat();
    const fields = indexOrder(collection, index).slice(prefixes[0]!.length);
    const valuesOf = (row: Doc) => fieldValues(collection, fields, keyOf(collection, row), row);
    const rows = [...new Map(found.map((row) => [keyText(keyOf(collection, row)), row])).values()];
    return rows.sort((a, b) => compareTuples(valuesOf(a), valuesOf(b))).slice(0, limit);
  }

  distinct(collection: Collection, options: DistinctOptions): Promise<IndexValue[]> {
    return this.rows('values', collection, (rows) => rows.distinct(collection, options));
  }

  count(collection: Collection, options: CountOptions) {
    return this.rows('count', collection, (rows) => rows.count(collection, options));
  }

  tally(collection: Collection, options: TallyOptions) {
    return this.rows('tally', collection, (rows) => rows.tally(collection, options));
  }

  async projectedRevision(workspaceId: string): Promise<number> {
    const set = await this.source.set();
    return this.wire.askRows('projected revision', set, (rows) => rows.projectedRevision(workspaceId));
  }

  private async rows<Answer>(
    what: string,
    { name }: Collection,
    read: (rows: MemoryReadModel) => Promise<Answer>,
  ): Promise<Answer> {
    return this.wire.askRows({ what: `${what} of ${name}`, collection: name }, await this.source.set(), read);
  }
}

/** The reads of the rows that are live, which may be exchanged. */
export class LiveSimulatedReadModel extends SimulatedReadModel implements ReadModel {
  constructor(
    wire: RowsWire,
    readonly generations: SimulatedGenerations,
  ) {
    super(wire, generations);
  }
}
