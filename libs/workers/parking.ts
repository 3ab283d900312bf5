import type { Instant } from '#kernel';

// docs/adr/0052-parked-work-is-on-record.md

/** An item of a to-do list, as its record in the log names it. */
export interface RecordedItem {
  /** The worker, by its name in health. */
  readonly worker: string;
  readonly workspaceId: string;
  /** Identifies the item among those of the worker in its workspace. */
  readonly item: string;
  /** What put it on the list; see `ToDoList.versionOf`. */
  readonly version: string;
  /** What it is about: the type and id of a subject of events. */
  readonly subject: { readonly type: string; readonly id: string };
}

/** An item to be parked, and the event that put it on its list; null: time alone did. */
export interface ItemToPark extends RecordedItem {
  readonly correlationId: string;
  readonly causationId: string | null;
}

/** How the items of a worker are recorded. */
export interface ItemRecords<Item> {
  /** The worker, as `of` names it. */
  readonly worker: string;
  of(item: Item): ItemToPark;
}

/** The failures of an item since it was parked last. */
export interface ItemFailures {
  /** Failures that count: an unavailable store is none. */
  readonly attempts: number;
  readonly firstFailedAt: Instant;
  /** The message of the last one. */
  readonly error: string;
}

/** What the rows say of an item of this version that was parked. */
export interface ParkingState {
  readonly state: 'parked' | 'retried' | 'skipped';
  /** Of the last event of the item: another decision has a higher one. */
  readonly revision: number;
}

/** The record of parked items: every process sees it, and a restart keeps it. */
export interface ParkingRecord {
  now(): Instant;
  /**
   * Appends that an item is parked, unless the log says so. Resolves when that is durable.
   * @throws DomainError `unavailable`; `not_found`: its workspace is deleted
   */
  park(item: ItemToPark, failures: ItemFailures): Promise<void>;
  /** One for each item, in their order; undefined: it was never parked. @throws ReadModelUnavailableError */
  statesOf(items: readonly RecordedItem[]): Promise<readonly (ParkingState | undefined)[]>;
  /** The names, by `nameOfItem`, of a worker's items that are never tried again. @throws ReadModelUnavailableError */
  skippedOf(worker: string): Promise<ReadonlySet<string>>;
}

/** One text for an item of one version. */
export function nameOfItem({ workspaceId, item, version }: Omit<RecordedItem, 'worker' | 'subject'>): string {
  return `${workspaceId}|${item}|${version}`;
}
