// docs/adr/0040-personal-data-is-sealed-with-keys-that-can-be-shredded.md
import type { Database, Statement } from 'better-sqlite3';
import type { GuardedWrite } from '../read-model.js';
import { type PersonalProjection, PersonalRows } from '../personal-rows.js';
import { COMPACTION_DUE } from './file.js';

/**
 * Knows whether the file may hold copies of erased personal data: pages of the WAL, and bytes of cells that SQLite has
 * moved within a page, which `secure_delete` does not find. The mark in the file is set by the transaction that erases,
 * so that a process that is killed leaves the compaction to the next one.
 */
export class Traces {
  /** Rises with each write that erases personal data; 1 from the start where an earlier process has left traces. */
  count: number;
  /** Called within the transaction of such a write. */
  onMore: () => void = () => undefined;
  private readonly personal: PersonalRows;
  private readonly mark: Statement;
  private readonly unmark: Statement;

  constructor(database: Database, projections: readonly PersonalProjection[]) {
    this.personal = new PersonalRows(projections);
    this.mark = database.prepare('INSERT OR REPLACE INTO _meta VALUES (?, ?)').bind(COMPACTION_DUE, '1');
    this.unmark = database.prepare('DELETE FROM _meta WHERE name = ?').bind(COMPACTION_DUE);
    this.count = database.prepare('SELECT value FROM _meta WHERE name = ?').get(COMPACTION_DUE) === undefined ? 0 : 1;
  }

  /** A write of which its caller does not know whether it erases. */
  judged(write: GuardedWrite): GuardedWrite {
    const { collection, before, document } = write;
    return { ...write, erases: before !== undefined && this.personal.areErased(collection, before, document) };
  }

  /** To be called in the transaction of the writes. */
  ofWrites(writes: readonly GuardedWrite[]): void {
    if (writes.some(({ erases }) => erases)) this.more();
  }

  /** To be called in the transaction that drops rows of a collection. */
  ofDropped(collection: string, rows: number): void {
    if (rows > 0 && this.personal.areIn(collection)) this.more();
  }

  /** No trace is left. */
  gone(): void {
    this.unmark.run();
  }

  private more(): void {
    this.mark.run();
    this.count += 1;
    this.onMore();
  }
}
