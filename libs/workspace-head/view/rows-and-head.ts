import {
  type Collection,
  type DocumentKey,
  type IndexValue,
  type Instant,
  type KeyScan,
  keyText,
  type Projection,
  type Candidates,
  type CandidateValuesOptions,
  type CandidatesOptions,
  type Row,
  type Scan,
  type WorkspaceView,
} from '#kernel';
import { endOf, mergeRequest, valuesRequest } from './candidates.js';
import { FoldedRows } from '../head/folded-rows.js';
import { nameOfPrefix, type RetainedEvents } from '../head/retained-events.js';
import { joined, type LoadedScan, RowsNeeded, rowsOf, type ScanRequest, type Snapshot } from './rows-needed.js';
import { joinKeys, joinScan, scanRequest } from './scans.js';
import type { ResidentCollections } from '../head/resident-collections.js';

/** The part of a head that a view reads. */
export interface HeadState {
  readonly workspaceId: string;
  readonly revision: number;
  readonly facts: object;
  readonly resident: ResidentCollections;
  readonly retained: RetainedEvents;
  projection(collection: string): Projection;
}

/** Of no prefix. */
const NOTHING_READ: LoadedScan = { rows: [], keys: new Map(), full: false };

/** Rows + head: the rows loaded for one command, brought up to date by the head's events on the same keys. */
export class RowsAndHead implements WorkspaceView {
  constructor(
    private readonly head: HeadState,
    private readonly snapshot: Snapshot,
    readonly now: Instant,
  ) {}

  get workspaceId(): string {
    return this.head.workspaceId;
  }

  get revision(): number {
    return this.head.revision;
  }

  get facts(): object {
    return this.head.facts;
  }

  resident<Doc extends Row>(collection: Collection<Doc>): ReadonlyMap<string, Doc> {
    const rows = this.head.resident.liveRows(collection.name);
    if (!rows) throw new Error(`${collection.name} is not a resident collection`);
    return rows as ReadonlyMap<string, Doc>;
  }

  rows<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): readonly (Doc | undefined)[] {
    return this.rowsAt(
      collection,
      keys.map((key) => [keyText(key), key]),
    );
  }

  scan<Doc extends Row>(
    collection: Collection<Doc>,
    index: string,
    prefix: readonly IndexValue[],
    { after, limit }: { readonly after?: readonly IndexValue[]; readonly limit: number },
  ): Scan<Doc> {
    return this.scanAll(collection, [scanRequest(collection, index, prefix, after, limit)])[0]!;
  }

  scanMany<Doc extends Row>(
    collection: Collection<Doc>,
    index: string,
    prefixes: readonly (readonly IndexValue[])[],
    { limit }: { readonly limit: number },
  ): readonly Scan<Doc>[] {
    return this.scanAll(
      collection,
      prefixes.map((prefix) => scanRequest(collection, index, prefix, undefined, limit)),
    );
  }

  scanKeys(
    collection: Collection,
    index: string,
    prefixes: readonly (readonly IndexValue[])[],
    { after, limit }: { readonly after?: readonly IndexValue[]; readonly limit: number },
  ): readonly KeyScan[] {
    const projection = this.touching(collection);
    const requests = prefixes.map((prefix) => scanRequest(collection, index, prefix, after, limit));
    const missing = requests.filter(({ name }) => !this.snapshot.keyScans.has(name));
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal, see RowsNeeded
    if (missing.length > 0) throw new RowsNeeded(collection, { keyScans: missing });
    const named = requests.map(({ prefixName }) => [...this.withTouched(projection, prefixName)]);
    // One read for the rows of all scans, so that the decision is interrupted once.
    const rows = this.rowsAt(collection, named.flat());
    let from = 0;
    return requests.map((request, at) => {
      const own = named[at]!.map(([, key], n) => ({ key, row: rows[from + n] }));
      from += own.length;
      return joinKeys(collection, request, this.snapshot.keyScans.get(request.name)!, own);
    });
  }

  candidates<Doc extends Row>(collection: Collection<Doc>, options: CandidatesOptions): Candidates<Doc> {
    return this.candidatesMany(collection, [options])[0]!;
  }

  candidatesMany<Doc extends Row>(
    collection: Collection<Doc>,
    all: readonly CandidatesOptions[],
  ): readonly Candidates<Doc>[] {
    const projection = this.touching(collection);
    const asked = all.map((options) => {
      const keys = new Map<string, DocumentKey>();
      const { touched, touchedIn = options.index } = options;
      for (const prefix of touched) this.withTouched(projection, nameOfPrefix(touchedIn, prefix), keys);
      return { options, request: mergeRequest(collection, options), keys };
    });
    const merges = asked.flatMap(({ request }) =>
      request.options.prefixes.length === 0 || this.snapshot.scans.has(request.name) ? [] : [request],
    );
    if (merges.length > 0) {
      const loaded = rowsOf(this.snapshot, collection);
      const folded = this.folded(projection);
      const keys = new Map(asked.flatMap((each) => [...each.keys]));
      const missing = [...keys].flatMap(([name, key]) => (loaded.has(name) || folded.isKept(name) ? [] : [key]));
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal, see RowsNeeded
      throw new RowsNeeded(collection, { keys: missing, merges });
    }
    const read = asked.map(({ options, request, keys }) => {
      const loaded = this.snapshot.scans.get(request.name) ?? NOTHING_READ;
      for (const [name, key] of loaded.keys) keys.set(name, key);
      return { end: endOf(collection, options, loaded), keys: [...keys] };
    });
    // One read for the rows of all, so that the decision is interrupted once.
    const rows = this.rowsAt(
      collection,
      read.flatMap(({ keys }) => keys),
    );
    let from = 0;
    return read.map(({ end, keys }) => {
      const own = rows.slice(from, (from += keys.length)).filter((row) => row !== undefined);
      return { rows: own, end };
    });
  }

  candidateValues(collection: Collection, options: CandidateValuesOptions): readonly IndexValue[] {
    this.touching(collection);
    const request = valuesRequest(collection, options);
    const values = this.snapshot.values.get(request.name);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal, see RowsNeeded
    if (!values) throw new RowsNeeded(collection, { values: [request] });
    return values;
  }

  together<Results extends readonly unknown[]>(
    ...reads: { readonly [At in keyof Results]: () => Results[At] }
  ): Results {
    const needed: RowsNeeded[] = [];
    const results = reads.map((read) => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof RowsNeeded)) throw error;
        return void needed.push(error);
      }
    });
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal, see RowsNeeded
    if (needed.length > 0) throw joined(needed);
    return results as unknown as Results;
  }

  /**
   * Without the index of touched rows, unprojected events could not be joined, and index reads would be stale
   * unnoticed.
   */
  private touching({ name }: Collection): Projection {
    const projection = this.head.projection(name);
    if (!projection.touches) throw new Error(`${name} declares no touches`);
    return projection;
  }

  private scanAll<Doc extends Row>(
    collection: Collection<Doc>,
    requests: readonly ScanRequest[],
  ): readonly Scan<Doc>[] {
    const projection = this.touching(collection);
    const missing = requests.filter(({ name }) => !this.snapshot.scans.has(name));
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal, see RowsNeeded
    if (missing.length > 0) throw new RowsNeeded(collection, { scans: missing });
    const keys = requests.map(({ name, prefixName }) => {
      const found = new Map(this.snapshot.scans.get(name)!.keys);
      return [...this.withTouched(projection, prefixName, found)];
    });
    // One read for the rows of all scans, so that the decision is interrupted once.
    const rows = this.rowsAt(collection, keys.flat());
    let from = 0;
    return requests.map((request, at) => {
      const own = rows.slice(from, from + keys[at]!.length);
      from += own.length;
      return joinScan(collection, request, this.snapshot.scans.get(request.name)!, own);
    });
  }

  /** Adds the keys of rows that unprojected events move to or from a prefix. */
  private withTouched(
    projection: Projection,
    prefixName: string,
    keys = new Map<string, DocumentKey>(),
  ): Map<string, DocumentKey> {
    for (const key of this.head.retained.keysUnder(projection, prefixName, this.snapshot.projectedRevision))
      keys.set(keyText(key), key);
    return keys;
  }

  private folded(projection: Projection): FoldedRows {
    const { retained, resident } = this.head;
    return new FoldedRows(projection, retained.eventsOfRows(projection), resident, this.snapshot);
  }

  /** Rows by key texts and keys. */
  private rowsAt<Doc extends Row>(
    collection: Collection<Doc>,
    keys: readonly (readonly [name: string, key: DocumentKey])[],
  ): readonly (Doc | undefined)[] {
    const live = this.head.resident.liveRows(collection.name);
    const loaded = rowsOf(this.snapshot, collection);
    const folded = this.folded(this.head.projection(collection.name));
    const missing: DocumentKey[] = [];
    const rows = keys.map(([name, key]) => {
      const found = live?.get(name);
      if (found) return found;
      if (loaded.has(name)) return folded.fold(name, key, loaded.get(name));
      const kept = folded.kept(name, key);
      if (!kept) missing.push(key);
      return kept;
    });
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal, see RowsNeeded
    if (missing.length > 0) throw new RowsNeeded(collection, { keys: missing });
    return rows as (Doc | undefined)[];
  }
}
