import { type Collection, type DocumentKey, keyOf, type Row } from '#kernel';
import { type HeldStreamRow, type ReadModel, readHeldStreams } from '#read-model';
import { idempotencyProjection } from '#workspace-head';
import { WORKSPACES } from '#workspaces/domain';
import { allRows, workspaceIdOf } from './all-rows.js';
import { differInBlanksAlone } from './blanked-rows.js';
import { KeySample } from './key-sample.js';
import { MovedRows } from './moved-rows.js';
import { type Compared, differenceOf, isLater, type RowDifference } from './row-difference.js';

export interface RowComparisonPorts {
  readonly live: Pick<ReadModel, 'getMany' | 'page'>;
  readonly projections: readonly Compared[];
  /** Only rows of this workspace; undefined: of all. */
  readonly workspaceId: string | undefined;
  /** Called with each row that is not as it should be. */
  readonly found: (difference: RowDifference) => void;
  /**
   * Whether rows are counted as `unjudged`, and not found, that have more events than the fold while streams of their
   * workspace are held back in it.
   */
  readonly sparesHeld?: boolean;
  /** How many rows of each collection are compared, chosen by chance over both sides; undefined: all. */
  readonly sample?: number | undefined;
  /** For the rows that move, where memory is not to hold them. */
  readonly directory: string;
  /** Aborting it ends the comparison after the rows that are being read. */
  readonly signal: AbortSignal;
}

/** Rows that are read at a time. */
const PAGE = 500;
/** In the place of the revision of a row that is not there. */
const ABSENT = -1;

/**
 * Compares live rows, which move, with a fresh fold of the log that the live rows have reached or passed: a row of
 * equal revision must be equal but for its cached fields and for personal data that has ended on one side. A row of
 * another revision is compared again with a later fold: the live row was written meanwhile, or that of the fold, by a
 * process that folded it before and was paused in a commit. It differs if the live row has not moved in between. Not
 * compared are rows of deleted workspaces, which are dropped, and records of Idempotency-Keys that were dropped with
 * their age.
 */
export class RowComparison {
  /** Rows that are equal. */
  equal = 0;
  /** Of these, rows with personal data that has ended on one side: see {@link differInBlanksAlone}. */
  blanked = 0;
  /** Rows with events that the fold cannot have: streams of their workspace are held back in it. */
  unjudged = 0;
  /** The streams that are held back in the last fold, but for those of deleted workspaces. */
  held: readonly HeldStreamRow[] = [];
  /** Whether a collection has rows that were not compared, since they are not in its sample. */
  isPartial = false;
  private moved: MovedRows;
  private readonly deleted = new Map<string, boolean>();

  constructor(private readonly ports: RowComparisonPorts) {
    this.moved = new MovedRows(ports.directory);
  }

  /** Rows that were written while they were compared. */
  get moving(): number {
    return this.moved.count;
  }

  /**
   * Compares all rows, or a sample of them.
   * @param fresh of the fold
   * @param compared called with the rows compared so far
   * @throws the signal's reason
   */
  async all(fresh: ReadModel, compared: (rows: number) => void): Promise<void> {
    let rows = 0;
    await this.readHeld(fresh);
    for (const [number, { collection }] of this.ports.projections.entries()) {
      const pages = this.ports.sample === undefined ? this.pages(collection, fresh) : this.sampled(collection, fresh);
      for await (const keys of pages) {
        await this.compare(number, keys, fresh);
        compared((rows += keys.length));
      }
    }
  }

  /** The keys of the fold, then those that the live rows have besides. */
  private async *pages(collection: Collection, fresh: ReadModel): AsyncGenerator<readonly DocumentKey[]> {
    const { live, workspaceId } = this.ports;
    for await (const page of allRows(fresh, collection, PAGE, workspaceId)) {
      yield page.map((row) => keyOf(collection, row));
    }
    for await (const page of allRows(live, collection, PAGE, workspaceId)) {
      const keys = page.map((row) => keyOf(collection, row));
      const folded = await fresh.getMany(collection, keys);
      const extra = keys.filter((_, at) => folded[at] === undefined);
      if (extra.length > 0) yield extra;
    }
  }

  /** Keys that are chosen by chance among those of the fold and of the live rows. */
  private async *sampled(collection: Collection, fresh: ReadModel): AsyncGenerator<readonly DocumentKey[]> {
    const { live, workspaceId, sample: size = 0, signal } = this.ports;
    const sample = new KeySample(size);
    // A record of an Idempotency-Key that the fold alone has was dropped with its age: nothing is to be compared.
    const sides = collection === idempotencyProjection.collection ? [live] : [fresh, live];
    for (const side of sides) {
      for await (const page of allRows(side, collection, PAGE, workspaceId)) {
        signal.throwIfAborted();
        for (const row of page) {
          const key = keyOf(collection, row);
          if (!(await this.isDeleted(key[0]!, fresh))) sample.add(key);
        }
      }
    }
    this.isPartial ||= sample.isPartial;
    const keys = sample.keys();
    for (let at = 0; at < keys.length; at += PAGE) yield keys.slice(at, at + PAGE);
  }

  /** Compares the rows again that moved. @param fresh of a later fold */
  async again(fresh: ReadModel): Promise<void> {
    const before = this.moved;
    this.moved = new MovedRows(this.ports.directory);
    try {
      await this.readHeld(fresh);
      for (const page of before.pages(PAGE)) {
        const [keys, seen] = [page.map(({ key }) => key), page.map(({ revision }) => revision)];
        await this.compare(page[0]!.projection, keys, fresh, seen);
      }
    } finally {
      before.close();
    }
  }

  /** Ends the comparison: what is known of rows that moved is lost. */
  close(): void {
    this.moved.close();
  }

  /**
   * @param number of the projection
   * @param seen the revisions of the live rows when they were compared before, ABSENT for those that were not there
   */
  private async compare(
    number: number,
    keys: readonly DocumentKey[],
    fresh: ReadModel,
    seen: readonly number[] = [],
  ): Promise<void> {
    this.ports.signal.throwIfAborted();
    if (keys.length === 0) return;
    const projection = this.ports.projections[number]!;
    const { collection } = projection;
    const [live, folded] = [await this.ports.live.getMany(collection, keys), await fresh.getMany(collection, keys)];
    for (const [at, key] of keys.entries()) {
      const [is, should] = [live[at], folded[at]];
      const revision = is?.revision ?? ABSENT;
      if (await this.isDeleted(key[0]!, fresh)) continue;
      const difference = differenceOf(projection, is, should);
      // The record of a key that was dropped with its age is equal to nothing.
      if (!difference) this.equal += is ? 1 : 0;
      else if (difference.kind === 'different' && differInBlanksAlone(projection, is!, should!, difference.fields)) {
        this.equal += 1;
        this.blanked += 1;
      } else if (isLater(difference.kind) && this.isHeld(is!, key)) this.unjudged += 1;
      else if (difference.kind !== 'different' && revision !== seen[at]) {
        this.moved.add({ projection: number, key, revision });
      } else this.ports.found({ collection: collection.name, key, ...difference });
    }
  }

  private async readHeld(fresh: ReadModel): Promise<void> {
    const { workspaceId } = this.ports;
    const held: HeldStreamRow[] = [];
    for (const row of await readHeldStreams(fresh)) {
      const isWanted = workspaceId === undefined || row.workspace_id === workspaceId;
      if (isWanted && !(await this.isHeldDeleted(row.workspace_id, fresh))) held.push(row);
    }
    this.held = held;
  }

  /** Of a workspace that is held back, the fold may lack the deletion: a rebuild must not bring it back. */
  private async isHeldDeleted(workspaceId: string, fresh: ReadModel): Promise<boolean> {
    if (await this.isDeleted(workspaceId, fresh)) return true;
    if (!this.ports.sparesHeld) return false;
    const [workspace] = await this.ports.live.getMany(WORKSPACES, [[workspaceId]]);
    const isDeleted = workspace !== undefined && workspace.live !== 1;
    this.deleted.set(workspaceId, isDeleted);
    return isDeleted;
  }

  private isHeld(row: Row, key: DocumentKey): boolean {
    if (!this.ports.sparesHeld) return false;
    const id = workspaceIdOf(row) ?? key[0];
    return this.held.some(({ workspace_id }) => workspace_id === id);
  }

  private async isDeleted(workspaceId: string, fresh: ReadModel): Promise<boolean> {
    const known = this.deleted.get(workspaceId);
    if (known !== undefined) return known;
    const [workspace] = await fresh.getMany(WORKSPACES, [[workspaceId]]);
    const isDeleted = workspace !== undefined && workspace.live !== 1;
    this.deleted.set(workspaceId, isDeleted);
    return isDeleted;
  }
}
