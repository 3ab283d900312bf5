import type { IndexValue } from '#kernel';
import type { ReadModel } from '#read-model';
import { subjectsIn } from '#timeline/domain';
import { changedBy, type ExportedRows, type NumberedRow } from '../domain/exported-rows.js';
import type { ChangesSince } from './changes-since.js';
import type { RowsAsOf } from './rows-as-of.js';

/** Which rows are walked, in the order of their numbers. */
export interface Walk<Doc extends NumberedRow> {
  readonly kind: ExportedRows<Doc>;
  /** An index under whose prefix rows are in the order of their numbers. */
  readonly index: string;
  readonly prefix: readonly IndexValue[];
  /** The fields of the index behind the prefix. */
  readonly positionOf: (row: Doc) => readonly IndexValue[];
  /** Rows behind this position alone. Undefined: all. */
  readonly after?: readonly IndexValue[] | undefined;
  /** Whether no row from this one on is wanted. Undefined: all are. */
  readonly isBeyond?: (row: Doc) => boolean;
  /** Undefined where rows never leave the prefix, nor change their number. */
  readonly leaving?: {
    /** Whether a row is under the prefix. */
    readonly isIn: (row: Doc) => boolean;
    /** Whether the row of an id may ever be: no other row is read. */
    readonly mayBeIn: (id: string) => boolean;
  };
}

/** A row as of the revision, and the same row as it is now: what is personal of it may have been erased since. */
export interface RowAsOf<Doc> {
  readonly row: Doc;
  readonly now: Doc;
}

/** What a walk reads. */
export interface WalkPorts {
  readonly asOf: RowsAsOf;
  readonly readModel: Pick<ReadModel, 'page' | 'getMany'>;
  /** From the revision on. */
  readonly changes: ChangesSince;
  /** Rows of one read. */
  readonly rowsARead: number;
}

/** A page that was just read: its rows by their ids, without those that began later. */
interface ReadPage<Doc> {
  readonly found: ReadonlyMap<string, Doc>;
  /** The walk has come to this number with it. */
  readonly upTo: number;
}

/** Rows that leave the walk before it comes to them, held as an id and a number: about 20 MB. */
const MAX_LEAVERS = 100_000;

/** More rows left the walk before it came to them than an export holds. */
export class TooManyLeftError extends Error {
  override readonly name = 'TooManyLeftError';
}

/**
 * Walks rows as of a revision, however they change meanwhile. A row that no later event has changed is as it was. One
 * that was changed is folded anew, whether the walk still finds it or it has left, which the log tells. The log is read
 * to its end after each page: every row is known that has left before the page was read, or meanwhile.
 */
export class WalkAsOf<Doc extends NumberedRow> {
  /** The rows that left before they were told, by their ids, with their numbers as of the revision. */
  private readonly leavers = new Map<string, number>();
  /** Everything up to this number was told. */
  private passed = -1;

  constructor(
    private readonly walk: Walk<Doc>,
    private readonly ports: WalkPorts,
  ) {}

  /**
   * The rows, some at a time, in the order of their numbers. To be called once.
   * @throws TooManyLeftError, ReadModelUnavailableError, StoreUnavailableError
   */
  async *rows(): AsyncGenerator<readonly RowAsOf<Doc>[]> {
    const { kind, index, prefix, isBeyond, positionOf } = this.walk;
    const { readModel, asOf, rowsARead } = this.ports;
    for (let { after } = this.walk; ;) {
      const options = { index, prefix, ...(after && { after }), limit: rowsARead };
      const rows = await readModel.page(kind.collection, options);
      const last = rows.at(-1);
      const isEnd = rows.length < rowsARead || last!.number > asOf.revision || isBeyond?.(last!) === true;
      const upTo = isEnd ? asOf.revision : last!.number;
      const begun = rows.filter(({ number }) => number <= asOf.revision);
      const page = { found: new Map(begun.map((row) => [kind.idOf(row), row])), upTo };
      await this.noteLeavers(page);
      yield await this.told(page);
      if (isEnd) return;
      this.passed = upTo;
      after = positionOf(last!);
    }
  }

  private async noteLeavers(page: ReadPage<Doc>): Promise<void> {
    const { kind, leaving } = this.walk;
    for await (const events of this.ports.changes.read()) {
      if (!leaving) continue;
      const named = new Map(
        events.flatMap((event) => changedBy(event, kind, subjectsIn).map((id) => [id, event.revision] as const)),
      );
      const rows = await this.rowsNow([...named.keys()].filter((id) => leaving.mayBeIn(id)));
      const lost = [...rows].flatMap(([id, row]) => (this.isMet(row, named.get(id)!, page) ? [] : [id]));
      for (const [id, was] of await this.ports.asOf.rowsOf(kind, lost)) {
        if (was.number > this.passed && leaving.isIn(was)) this.leavers.set(id, was.number);
      }
      if (this.leavers.size > MAX_LEAVERS) throw new TooManyLeftError(`more than ${MAX_LEAVERS} rows left the export`);
    }
  }

  /**
   * Whether the walk has told a row, has just found it, or comes to it unless an event moves it that is not read yet. A
   * row that does not show the event that names it may leave by that very event.
   * @param revision of the last event that names it
   */
  private isMet(row: Doc, revision: number, { found, upTo }: ReadPage<Doc>): boolean {
    const { kind, leaving } = this.walk;
    const { number } = row;
    if (!leaving!.isIn(row) || number > this.ports.asOf.revision) return false;
    if (number <= this.passed || found.has(kind.idOf(row))) return true;
    return number > upTo && row.revision >= revision;
  }

  private async told({ found, upTo }: ReadPage<Doc>): Promise<readonly RowAsOf<Doc>[]> {
    const { kind, leaving } = this.walk;
    const { asOf } = this.ports;
    const left = [...this.leavers].flatMap(([id, number]) => (number <= upTo ? [id] : []));
    for (const id of left) this.leavers.delete(id);
    // Of a row that was found and has left since the newer one counts: it may have been erased.
    const now = new Map([...found, ...(await this.rowsNow(left))]);
    const changed = [...now].flatMap(([id, row]) => (row.revision > asOf.revision ? [id] : []));
    const before = await asOf.rowsOf(kind, changed);
    const told = [...now].flatMap(([id, row]) => {
      const was = row.revision > asOf.revision ? before.get(id) : row;
      return was && (leaving?.isIn(was) ?? true) ? [{ row: was, now: row }] : [];
    });
    return told.toSorted((a, b) => a.row.number - b.row.number);
  }

  /** The rows of some ids, without those that do not exist. */
  private async rowsNow(ids: readonly string[]): Promise<ReadonlyMap<string, Doc>> {
    const { asOf, readModel } = this.ports;
    const { collection, keyOf } = this.walk.kind;
    const keys = ids.map((id) => keyOf(asOf.workspaceId, id));
    const rows = keys.length > 0 ? await readModel.getMany(collection, keys) : [];
    return new Map(ids.flatMap((id, n) => (rows[n] ? [[id, rows[n]] as const] : [])));
  }
}
