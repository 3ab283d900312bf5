import {
  type Collection,
  type DocumentKey,
  type IndexValue,
  type Instant,
  keyText,
  type Projection,
  type Row,
  type Scan,
  type WorkspaceView,
} from '#kernel';
import { keyOf } from './fields.js';
import type { RetainedEvents } from './retained-events.js';
import { RowsNeeded, rowsOf, type ScanRequest, type Snapshot } from './rows-needed.js';
import { joinScan, scanRequest } from './scans.js';
import { fold, type Settings } from './settings.js';

/** The head's side of a view. */
export interface HeadState {
  readonly workspaceId: string;
  readonly revision: number;
  readonly settings: Settings;
  readonly retained: RetainedEvents;
  projection(collection: string): Projection;
}

/** Rows + head: what was loaded for one command, brought up to date by the head's events on the same keys. */
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

  settings<Doc extends Row>(collection: Collection<Doc>): ReadonlyMap<string, Doc> {
    const rows = this.head.settings.of(collection.name);
    if (!rows) throw new Error(`${collection.name} is not a settings collection`);
    return rows as ReadonlyMap<string, Doc>;
  }

  rows<Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]): readonly (Doc | undefined)[] {
    const projection = this.head.projection(collection.name);
    const held = this.head.settings.of(collection.name);
    const loaded = rowsOf(this.snapshot, collection);
    const missing: DocumentKey[] = [];
    const rows = keys.map((key) => {
      const name = keyText(key);
      const live = held?.get(name);
      if (live) return live;
      if (!loaded.has(name)) missing.push(key);
      return missing.length > 0 ? undefined : this.current(projection, loaded.get(name), name, key);
    });
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal, see RowsNeeded
    if (missing.length > 0) throw new RowsNeeded(collection, missing);
    return rows as (Doc | undefined)[];
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

  private scanAll<Doc extends Row>(
    collection: Collection<Doc>,
    requests: readonly ScanRequest[],
  ): readonly Scan<Doc>[] {
    // Without touches the events behind R could not be joined, and the scan would be stale without a word.
    const projection = this.head.projection(collection.name);
    if (!projection.touches) throw new Error(`${collection.name} declares no touches`);
    const missing = requests.filter(({ name }) => !this.snapshot.scans.has(name));
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal, see RowsNeeded
    if (missing.length > 0) throw new RowsNeeded(collection, [], missing);
    const candidates = requests.map((request) => this.candidates(projection, request));
    // One read for the rows of all scans, so that it interrupts once.
    const rows = this.rows(collection, candidates.flat());
    let from = 0;
    return requests.map((request, at) => {
      const own = rows.slice(from, from + candidates[at]!.length);
      from += own.length;
      return joinScan(collection, request, this.snapshot.scans.get(request.name)!, own);
    });
  }

  /** Rows the index gave, and rows that events behind R bring to or take from this prefix. */
  private candidates(projection: Projection, { name, place }: ScanRequest): readonly DocumentKey[] {
    const keys = new Map<string, DocumentKey>();
    for (const row of this.snapshot.scans.get(name)!.rows) {
      const key = keyOf(projection.collection, row);
      keys.set(keyText(key), key);
    }
    for (const key of this.head.retained.keysUnder(projection, place, this.snapshot.completeTo))
      keys.set(keyText(key), key);
    return [...keys.values()];
  }

  private current(projection: Projection, loaded: Row | undefined, name: string, key: DocumentKey): Row | undefined {
    let row = loaded;
    for (const event of this.head.retained.ofRow(projection, name))
      row = fold(projection, row, event, key, this.head.settings);
    return row;
  }
}
