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

/** What put an item on its list. */
export interface ItemCause {
  readonly correlationId: string;
  /** The event; null: time alone did. */
  readonly causationId: string | null;
}

/** An item to be parked, and what put it on its list. */
export interface ItemToPark extends RecordedItem, ItemCause {}

/** How the items of a worker are recorded. */
export interface ItemRecords<Item> {
  /** The worker, as `recordedItem` names it. */
  readonly worker: string;
  /** Names an item. */
  recordedItem(item: Item): RecordedItem;
  /** Asked for only when an item is parked: without an event it draws an id. */
  causeOf(item: Item): ItemCause;
}

/** A row of a to-do list that an event has put there. */
interface CausedRow {
  readonly workspace_id: string;
  /** The event; it is the version of the item. */
  readonly event_id: string;
  readonly correlation_id: string;
}

/** How items are recorded that events put on their list. @param nameOf the item in its workspace, and its subject */
export function recordsByEvent<Row extends CausedRow>(
  worker: string,
  nameOf: (row: Row) => Pick<RecordedItem, 'item' | 'subject'>,
): ItemRecords<Row> {
  return {
    worker,
    recordedItem: (row) => ({ worker, workspaceId: row.workspace_id, version: row.event_id, ...nameOf(row) }),
    causeOf: ({ correlation_id, event_id }) => ({ correlationId: correlation_id, causationId: event_id }),
  };
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
