import type { EventOf, ImportSettings, RowCounts } from './events.js';
import { timeOf } from './events.js';

/** A row of a file that was refused: its number, its line, and why. */
export type RefusedRow = { readonly row: number; readonly line: number } & object;

/** An import as the log tells it. Instants are milliseconds since 1970. */
export interface Import {
  readonly settings: ImportSettings;
  /** The revision of its creation: the order of imports. */
  readonly number: number;
  readonly createdAt: number;
  state: 'open' | 'finished' | 'cancelled';
  /** The number of the last row that is done; 0: none. */
  upTo: number;
  counts: RowCounts;
  readonly refused: RefusedRow[];
  updatedAt: number;
  /** When it was finished or cancelled; null: it is open. */
  endedAt: number | null;
}

export type ImportEvent =
  EventOf<'ImportCreated'> | EventOf<'ImportAdvanced'> | EventOf<'ImportFinished'> | EventOf<'ImportCancelled'>;

export const NO_ROWS: RowCounts = {
  ...{ created: 0, updated: 0, unchanged: 0 },
  ...{ members_added: 0, members_removed: 0, refused: 0 },
};

/** The imports of a workspace (docs/reference/http-contract.md#imports). */
export class Imports {
  private readonly byId = new Map<string, Import>();

  get(id: string): Import | undefined {
    return this.byId.get(id);
  }

  open(): readonly Import[] {
    return [...this.byId.values()].filter(({ state }) => state === 'open');
  }

  /** All of them, the newest first. */
  newestFirst(): readonly Import[] {
    return [...this.byId.values()].sort((a, b) => b.number - a.number);
  }

  fold(event: ImportEvent): void {
    const { import_id: id } = event.data;
    const at = timeOf(event);
    if (event.type === 'ImportCreated') {
      const begun = { createdAt: at, updatedAt: at, endedAt: null, upTo: 0, counts: NO_ROWS, refused: [] };
      this.byId.set(id, { settings: event.data, number: event.revision, state: 'open', ...begun });
      return;
    }
    const known = this.get(id);
    if (!known) return;
    known.updatedAt = at;
    if (event.type === 'ImportAdvanced') {
      const { up_to_row, counts, refused } = event.data;
      known.upTo = up_to_row;
      known.counts = sumOf(known.counts, counts);
      known.refused.push(...refused.rows.map(([row, line, reason]) => ({ row, line, ...refused.reasons[reason] })));
      return;
    }
    known.state = event.type === 'ImportFinished' ? 'finished' : 'cancelled';
    known.endedAt = at;
  }
}

function sumOf(a: RowCounts, b: RowCounts): RowCounts {
  const names = Object.keys(NO_ROWS) as (keyof RowCounts)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as unknown as RowCounts;
}
