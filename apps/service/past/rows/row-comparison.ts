import { isDeepStrictEqual } from 'node:util';
import { type DocumentKey, keyOf, type Projection, type Row } from '#kernel';
import { type HeldStreamRow, type ReadModel, readHeldStreams } from '#read-model';
import { idempotencyProjection } from '#workspace-head';
import { WORKSPACES } from '#workspaces/domain';
import { allRows, workspaceIdOf } from './all-rows.js';

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

export interface RowComparisonPorts {
  readonly live: Pick<ReadModel, 'getMany' | 'page'>;
  readonly projections: readonly Pick<Projection, 'collection' | 'cachedFields'>[];
  /** Only rows of this workspace; undefined: of all. */
  readonly workspaceId: string | undefined;
  /** Called with each row that is not as it should be. */
  readonly found: (difference: RowDifference) => void;
  /**
   * Whether rows are counted as `unjudged`, and not found, that have more events than the fold while streams of their
   * workspace are held back in it.
   */
  readonly sparesHeld?: boolean;
  /** Aborting it ends the comparison after the rows that are being read. */
  readonly signal: AbortSignal;
}

type Compared = RowComparisonPorts['projections'][number];

/** A row that had events which the fresh fold lacked: it was written meanwhile, unless a later fold lacks them too. */
interface Suspect {
  readonly projection: Compared;
  readonly key: DocumentKey;
  /** The revision of the live row. */
  readonly revision: number;
}

/** Rows that are read at a time. */
const PAGE = 500;
/** Suspects kept, some 200 bytes each; more rows are not written while a log is folded. */
const MAX_SUSPECTS = 200_000;

/**
 * Compares live rows, which move, with a fresh fold of the log that the live rows have reached or passed: a row of
 * equal revision must be equal but for its cached fields, and a row that moved is compared again with a later fold. Not
 * compared are rows of deleted workspaces, which are dropped, and records of Idempotency-Keys that were dropped with
 * their age.
 */
export class RowComparison {
  /** Rows that are equal. */
  equal = 0;
  /** Rows with events that the fold cannot have: streams of their workspace are held back in it. */
  unjudged = 0;
  /** The streams that are held back in the last fold, but for those of deleted workspaces. */
  held: readonly HeldStreamRow[] = [];
  private suspects: Suspect[] = [];
  private readonly deleted = new Map<string, boolean>();

  constructor(private readonly ports: RowComparisonPorts) {}

  /** Rows that were written while they were compared. */
  get moving(): number {
    return this.suspects.length;
  }

  /**
   * Compares all rows.
   * @param fresh of the fold
   * @param compared called with the rows compared so far
   * @throws the signal's reason
   */
  async all(fresh: ReadModel, compared: (rows: number) => void): Promise<void> {
    const { live, projections, workspaceId } = this.ports;
    let rows = 0;
    await this.readHeld(fresh);
    for (const projection of projections) {
      const { collection } = projection;
      for await (const page of allRows(fresh, collection, PAGE, workspaceId)) {
        await this.compare(
          projection,
          page.map((row) => keyOf(collection, row)),
          fresh,
        );
        compared((rows += page.length));
      }
      for await (const page of allRows(live, collection, PAGE, workspaceId)) {
        const keys = page.map((row) => keyOf(collection, row));
        const folded = await fresh.getMany(collection, keys);
        await this.compare(
          projection,
          keys.filter((_, at) => folded[at] === undefined),
          fresh,
        );
      }
    }
  }

  /** Compares the rows again that moved. @param fresh of a later fold */
  async again(fresh: ReadModel): Promise<void> {
    const before = this.suspects;
    this.suspects = [];
    await this.readHeld(fresh);
    for (const projection of this.ports.projections) {
      const ofIt = before.filter((suspect) => suspect.projection === projection);
      for (let at = 0; at < ofIt.length; at += PAGE) {
        const page = ofIt.slice(at, at + PAGE);
        const seen = page.map(({ revision }) => revision);
        await this.compare(
          projection,
          page.map(({ key }) => key),
          fresh,
          seen,
        );
      }
    }
  }

  /** @param seen the revisions of the live rows when they were compared before */
  private async compare(
    projection: Compared,
    keys: readonly DocumentKey[],
    fresh: ReadModel,
    seen: readonly number[] = [],
  ): Promise<void> {
    this.ports.signal.throwIfAborted();
    if (keys.length === 0) return;
    const { collection } = projection;
    const [live, folded] = [await this.ports.live.getMany(collection, keys), await fresh.getMany(collection, keys)];
    for (const [at, key] of keys.entries()) {
      const [is, should] = [live[at], folded[at]];
      if (await this.isDeleted(key[0]!, fresh)) continue;
      const difference = differenceOf(projection, is, should);
      // The record of a key that was dropped with its age is equal to nothing.
      if (!difference) this.equal += is ? 1 : 0;
      else if (isLater(difference.kind) && this.isHeld(is!, key)) this.unjudged += 1;
      else if (isLater(difference.kind) && is!.revision !== seen[at]) {
        this.suspect({ projection, key, revision: is!.revision });
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

  private suspect(suspect: Suspect): void {
    if (this.suspects.length >= MAX_SUSPECTS) throw new Error(`more than ${MAX_SUSPECTS} rows have moved`);
    this.suspects.push(suspect);
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

/** Whether a later fold may come to the same. */
function isLater(kind: RowDifference['kind']): boolean {
  return kind === 'extra' || kind === 'ahead';
}

function differenceOf(
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
