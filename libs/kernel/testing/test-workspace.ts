import {
  type Collection,
  type DocumentKey,
  type DomainEvent,
  type IndexValue,
  type KeyScan,
  inFoldingOrder,
  instant,
  type Instant,
  keyOf,
  keyText,
  wholeKey,
  type Projection,
  type Candidates,
  type CandidateValuesOptions,
  type CandidatesOptions,
  type RecordedEvent,
  type Row,
  type Scan,
  type ResidentRows,
  type WorkspaceView,
} from '../index.js';
import { compare, distinctValues, indexOf, merged, placed } from './placed-rows.js';
import { recorded, TEST_START, TEST_WORKSPACE } from './recorded.js';

/**
 * One workspace in memory: events folded through projections, every row visible. As strict as the real head. It throws
 * for reads that the head does not allow (a scan without touches, resident rows of a collection that is not resident),
 * for rows that a projection reads without naming them, and for cached fields that it does not set.
 */
export class TestWorkspace implements WorkspaceView {
  readonly workspaceId: string;
  revision = -1;
  facts: object = {};
  private clock: Instant;
  private readonly tables = new Map<string, Map<string, Row>>();
  /** The rows by which the indexes find while rows lag; undefined: all rows. */
  private indexed: ReadonlyMap<string, ReadonlyMap<string, Row>> | undefined;
  /** The events since then. */
  private unseen: readonly RecordedEvent[] = [];
  /** Resident rows as last read; dropped when an event changes one. */
  private readonly live = new Map<string, ReadonlyMap<string, Row>>();

  private readonly projections: readonly Projection[];

  constructor(projections: readonly Projection[], options: { readonly workspaceId?: string } = {}) {
    this.projections = inFoldingOrder(projections);
    this.workspaceId = options.workspaceId ?? TEST_WORKSPACE;
    this.clock = instant(TEST_START);
    for (const { collection } of projections) this.tables.set(collection.name, new Map());
  }

  get now(): Instant {
    return this.clock;
  }

  /** Appends events, at the next second or at `at`. */
  append(events: readonly DomainEvent[], at?: Instant): this {
    const now = at ?? instant(Math.max(Date.parse(this.clock), TEST_START + (this.revision + 1) * 1_000));
    const happened = events.map((event, n) =>
      recorded(event, this.revision + 1 + n, { workspaceId: this.workspaceId, at: now }),
    );
    for (const event of happened) {
      this.revision = event.revision;
      for (const projection of this.projections) this.fold(projection, event);
    }
    if (happened.length > 0) this.facts = {};
    if (this.indexed) this.unseen = [...this.unseen, ...happened];
    this.clock = now;
    return this;
  }

  /**
   * Appends events that the rows do not have yet: from now on reads of an index find by the rows as they are, and join
   * these events.
   */
  appendUnseen(events: readonly DomainEvent[]): this {
    this.indexed ??= new Map([...this.tables].map(([name, table]) => [name, new Map(table)]));
    return this.append(events);
  }

  /** The rows follow every event. */
  catchUp(): this {
    [this.indexed, this.unseen] = [undefined, []];
    return this;
  }

  /** Changes fields of a row beside the log, like background work: if the row has this revision, which it keeps. */
  amend(collection: Collection, key: DocumentKey, revision: number, set: Readonly<Record<string, IndexValue>>): this {
    const tables = [this.tables, this.indexed as ReadonlyMap<string, Map<string, Row>> | undefined];
    for (const table of tables.map((each) => each?.get(collection.name))) {
      const row = table?.get(keyText(key));
      if (row?.revision === revision) table!.set(keyText(key), { ...row, ...set });
    }
    return this;
  }

  /** A copy of this state with further events. */
  after(events: readonly DomainEvent[]): TestWorkspace {
    const next = new TestWorkspace(this.projections, { workspaceId: this.workspaceId });
    for (const [name, table] of this.tables) next.tables.set(name, new Map(table));
    next.indexed = this.indexed;
    next.unseen = this.unseen;
    next.revision = this.revision;
    next.clock = this.clock;
    return next.append(events, this.clock);
  }

  /** All rows of a collection, in no particular order. */
  all<Doc extends Row>(collection: Collection<Doc>): readonly Doc[] {
    return [...this.table(collection).values()];
  }

  rows<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): readonly (Doc | undefined)[] {
    const table = this.table(collection);
    return keys.map((key) => table.get(keyText(key)));
  }

  resident<Doc extends Row>(collection: Collection<Doc>): ReadonlyMap<string, Doc> {
    const resident = this.projection(collection).resident;
    if (!resident) throw new Error(`${collection.name} is not a resident collection`);
    const known = this.live.get(collection.name);
    if (known) return known as ReadonlyMap<string, Doc>;
    const live = new Map([...this.table(collection)].filter(([, row]) => resident.isLive(row)));
    this.live.set(collection.name, live);
    return live;
  }

  scan<Doc extends Row>(
    collection: Collection<Doc>,
    index: string,
    prefix: readonly IndexValue[],
    options: { readonly after?: readonly IndexValue[]; readonly limit: number },
  ): Scan<Doc> {
    this.touching(collection);
    const spec = indexOf(collection, index);
    const found = placed(this.table(collection), spec, prefix, options.after);
    const read = this.indexed ? placed(this.asIndexed(collection), spec, prefix, options.after) : found;
    // As in the head: rows behind the last one of a full read are unknown, so the scan ends there.
    const end = read[options.limit - 1]?.position;
    const known = end ? found.filter(({ position }) => compare(position, end) <= 0) : found;
    const rows = known.slice(0, options.limit);
    const next = known.length > rows.length ? rows.at(-1)!.position : end;
    return { rows: rows.map(({ row }) => row), next: next?.slice(prefix.length) };
  }

  scanMany<Doc extends Row>(
    collection: Collection<Doc>,
    index: string,
    prefixes: readonly (readonly IndexValue[])[],
    options: { readonly limit: number },
  ): readonly Scan<Doc>[] {
    return prefixes.map((prefix) => this.scan(collection, index, prefix, options));
  }

  scanKeys(
    collection: Collection,
    index: string,
    prefixes: readonly (readonly IndexValue[])[],
    options: { readonly after?: readonly IndexValue[]; readonly limit: number },
  ): readonly KeyScan[] {
    return prefixes.map((prefix) => {
      const { rows, next } = this.scan(collection, index, prefix, options);
      return { keys: rows.map((row) => keyOf(collection, row)), next };
    });
  }

  candidatesMany<Doc extends Row>(
    collection: Collection<Doc>,
    all: readonly CandidatesOptions[],
  ): readonly Candidates<Doc>[] {
    return all.map((options) => this.candidates(collection, options));
  }

  candidates<Doc extends Row>(collection: Collection<Doc>, options: CandidatesOptions): Candidates<Doc> {
    const { touches } = this.touching(collection);
    const { rows, end } = merged(this.asIndexed(collection), collection, options);
    const keys = new Map(rows.map((row) => [keyText(keyOf(collection, row)), keyOf(collection, row)]));
    const under = new Set(options.touched.map((prefix) => JSON.stringify(prefix)));
    const { touchedIn = options.index } = options;
    for (const { index, prefix, key } of this.unseen.flatMap((event) => touches(event))) {
      if (index === touchedIn && under.has(JSON.stringify(prefix))) keys.set(keyText(key), key);
    }
    return { rows: this.rows(collection, [...keys.values()]).filter((row) => row !== undefined), end };
  }

  candidateValues(collection: Collection, options: CandidateValuesOptions): readonly IndexValue[] {
    this.touching(collection);
    return distinctValues(this.asIndexed(collection), collection, options);
  }

  together<Results extends readonly unknown[]>(
    ...reads: { readonly [At in keyof Results]: () => Results[At] }
  ): Results {
    return reads.map((read) => read()) as unknown as Results;
  }

  private fold(projection: Projection, event: RecordedEvent): void {
    const keys = projection.keys(event);
    if (keys.length === 0) return;
    const table = this.table(projection.collection);
    const resident = this.residentFor(projection, event);
    for (const key of keys) {
      const next = projection.evolve(withoutCachedFields(projection, table.get(keyText(key))), event, key, resident);
      const missing = next && projection.cachedFields?.find((field) => !(field in next));
      if (missing) throw new Error(`${projection.collection.name}: ${event.type} leaves ${missing} as it was`);
      if (next) table.set(keyText(wholeKey(projection.collection, key)), { ...next, revision: event.revision });
    }
    this.live.delete(projection.collection.name);
  }

  /**
   * The rows that `needs` names, as of the event. A slice's tests may leave out the slices above it, whose rows are
   * missing then.
   */
  private residentFor(projection: Projection, event: RecordedEvent): ResidentRows {
    const { name } = projection.collection;
    const needs = projection.needs?.(event) ?? [];
    const named = new Set(needs.map(({ collection, key }) => keyText([collection.name, ...key])));
    return {
      row: <Doc extends Row>(collection: Collection<Doc>, key: DocumentKey) => {
        if (!named.has(keyText([collection.name, ...key]))) {
          throw new Error(`${name} needs ${collection.name} ${key.join('/')} at ${event.type} and does not say so`);
        }
        return this.tables.has(collection.name) ? this.resident(collection).get(keyText(key)) : undefined;
      },
    };
  }

  /** The rows by which the indexes find. */
  private asIndexed<Doc extends Row>(collection: Collection<Doc>): ReadonlyMap<string, Doc> {
    return (this.indexed?.get(collection.name) as ReadonlyMap<string, Doc> | undefined) ?? this.table(collection);
  }

  private touching(collection: Collection) {
    const projection = this.projection(collection);
    if (!projection.touches) throw new Error(`${collection.name} declares no touches`);
    return { touches: (event: RecordedEvent) => projection.touches!(event) };
  }

  private projection(collection: Collection): Projection {
    const projection = this.projections.find((each) => each.collection.name === collection.name);
    if (!projection) throw new Error(`no projection of ${collection.name} was given`);
    return projection;
  }

  private table<Doc extends Row>(collection: Collection<Doc>): Map<string, Doc> {
    this.projection(collection);
    return this.tables.get(collection.name) as unknown as Map<string, Doc>;
  }
}

/** The fields that a projection may read of a row: without those that may have been amended since. */
function withoutCachedFields({ cachedFields }: Projection, row: Row | undefined): Row | undefined {
  if (!row || !cachedFields) return row;
  return Object.fromEntries(Object.entries(row).filter(([field]) => !cachedFields.includes(field))) as unknown as Row;
}
