import type { DocumentKey, IndexValue, Instant } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { compareTuples, type ReadModel } from '#read-model';
import type { DueDeliveryRow } from '../domain/index.js';
import { DueBacklog } from '../workers/backlog/due-backlog.js';
import { isDueBefore } from '../workers/queued-delivery.js';

/** A row of the to-do list, the nth that was requested. */
export function dueRow(number: number, due_at: Instant, host = 'one.example.com'): DueDeliveryRow {
  return {
    workspace_id: 'w',
    delivery_id: `d${number}`,
    receiver_id: 'o',
    host,
    number,
    open: 1,
    due_at,
    revision: 0,
  };
}

/** Every receiver has permits; the delivery that is due longest comes first. */
export const UNLIMITED = { allows: () => true, precedes: isDueBefore };

/** A due backlog over rows that a test writes, fast enough for thousands of rows. */
export class BacklogRows {
  /** Changes when the rows do. */
  stamp = 0;
  /** Rows read from the list so far. */
  read = 0;
  /** Called when a page has been read but not yet returned. */
  whileReading: () => void = () => undefined;
  readonly timers = new VirtualTimers();
  readonly realClock = { now: () => this.realNow };
  realNow = 0;
  readonly backlog: DueBacklog;
  private readonly rows = new Map<string, DueDeliveryRow>();
  private order: readonly DueDeliveryRow[] | undefined;

  constructor(rows: readonly DueDeliveryRow[] = []) {
    this.put(...rows);
    const readModel = { page: this.page, getMany: this.getMany } as unknown as Pick<ReadModel, 'page' | 'getMany'>;
    const ports = { readModel, timers: this.timers, realClock: this.realClock };
    this.backlog = new DueBacklog(ports, { forget: () => undefined, isSkipped: () => false });
  }

  put(...rows: readonly DueDeliveryRow[]): void {
    if (rows.length === 0) return;
    for (const row of rows) this.rows.set(row.delivery_id, row);
    this.stamp += 1;
    this.order = undefined;
  }

  get(deliveryId: string): DueDeliveryRow {
    return this.rows.get(deliveryId)!;
  }

  /** The open rows, in the order of their due times. */
  get open(): readonly DueDeliveryRow[] {
    return (this.order ??= [...this.rows.values()]
      .filter(({ open }) => open === 1)
      .sort((a, b) => compareTuples(positionOf(a), positionOf(b))));
  }

  private readonly page = async (
    _collection: unknown,
    { after = [], limit }: { readonly after?: readonly IndexValue[]; readonly limit: number },
  ): Promise<readonly DueDeliveryRow[]> => {
    const first = after.length === 0 ? 0 : this.open.findIndex((row) => compareTuples(positionOf(row), after) > 0);
    const found = first < 0 ? [] : this.open.slice(first, first + limit);
    this.read += found.length;
    this.whileReading();
    return found;
  };

  private readonly getMany = async (_collection: unknown, keys: readonly DocumentKey[]) =>
    keys.map(([, deliveryId]) => this.rows.get(String(deliveryId)));
}

function positionOf({ due_at, workspace_id, number }: DueDeliveryRow): readonly IndexValue[] {
  return [due_at, workspace_id, number];
}
