import { messageOf } from '#kernel';
import { type ItemRecords, nameOfItem, type ParkingRecord } from './parking.js';
import { isGone, isTransient } from './retry-policy.js';

/** How the failing items of a worker are told apart and recorded. */
export interface FailingItemsPorts<Item> {
  /** Identifies an item. */
  keyOf(item: Item): string;
  /** The cause of the item: a parked item is tried again once this has changed. */
  versionOf(item: Item): string | number;
  /** Undefined: items are parked in memory alone. */
  readonly records: ItemRecords<Item> | undefined;
  /** Undefined: items are parked in memory alone. */
  readonly parking: ParkingRecord | undefined;
}

interface Failing<Item> {
  readonly version: string | number;
  readonly item: Item;
  /** Failures that the record does not have, and the instant of the first; '' without a record. */
  attempts: number;
  firstFailedAt: string;
  /** The message of the last failure. */
  error: string;
  /** Not tried by this process. */
  parked: boolean;
  /** Its workspace is deleted, which needs no operator. */
  gone: boolean;
  /** The record does not show yet that it is parked, and no append is under way that says so. */
  unrecorded: boolean;
  /** An append to its record is under way. */
  recording: boolean;
  /** An operator has had it tried again: the next failure parks it. */
  lastTry: boolean;
  /** The last event of its record that this worker has acted on. */
  seen: number;
}

/**
 * The items of a worker that have failed in this process, and what operators have decided about them
 * (docs/adr/0052-parked-work-is-on-record.md).
 *
 * - failing → parked: it failed too often; its record is appended, again with each `refresh` until it is durable.
 * - parked → failing, for one more try: an operator has it tried again.
 * - any → forgotten: it is done, another event has put it on the list, or an operator has skipped it.
 */
export class FailingItems<Item> {
  private readonly failing = new Map<string, Failing<Item>>();
  private skipped: ReadonlySet<string> = new Set();

  constructor(private readonly ports: FailingItemsPorts<Item>) {}

  /** Whether an item is not to be tried now: it is parked here, or an operator has skipped it. */
  isParked(item: Item): boolean {
    return this.find(item)?.parked === true || this.isSkipped(item);
  }

  isSkipped(item: Item): boolean {
    const { records } = this.ports;
    return this.skipped.size > 0 && records !== undefined && this.skipped.has(nameOfItem(records.recordedItem(item)));
  }

  /** Whether the next failure of an item parks it. */
  isLastTry(item: Item): boolean {
    return this.find(item)?.lastTry === true;
  }

  /** Counts a failure of an item, unless it is transient. */
  noteFailure(item: Item, error: unknown): void {
    if (isTransient(error)) return;
    const found = this.find(item) ?? this.add(item);
    if (found.attempts === 0) found.firstFailedAt = this.ports.parking?.now() ?? '';
    found.attempts += 1;
    found.error = messageOf(error);
  }

  /** Tries an item no more, and appends that to its record. Never rejects. */
  async park(item: Item, error: string): Promise<void> {
    const found = this.find(item) ?? this.add(item);
    Object.assign(found, { error, parked: true, lastTry: false, unrecorded: true });
    await this.record(found);
  }

  /** The workspace of an item is deleted: it is not tried, and not reported. */
  parkGone(item: Item): void {
    Object.assign(this.find(item) ?? this.add(item), { parked: true, gone: true });
  }

  forget(item: Item): void {
    this.failing.delete(this.ports.keyOf(item));
  }

  /** The parked items that need an operator, each with the message of its last failure. */
  parked(): readonly { readonly item: Item; readonly reason: string }[] {
    return [...this.failing.values()].flatMap(({ item, parked, gone, error }) =>
      parked && !gone ? [{ item, reason: error }] : [],
    );
  }

  /**
   * Learns what operators have decided, and appends what could not be recorded.
   * @returns items that are to be tried at once
   * @throws ReadModelUnavailableError
   */
  async refresh(): Promise<readonly Item[]> {
    const { parking, records } = this.ports;
    if (!parking || !records) return [];
    this.skipped = await parking.skippedOf(records.worker);
    const failing = [...this.failing.values()].filter(({ gone }) => !gone);
    if (failing.length === 0) return [];
    const states = await parking.statesOf(failing.map(({ item }) => records.recordedItem(item)));
    const toTry: Item[] = [];
    failing.forEach((each, at) => {
      const found = states[at];
      if (!found || found.revision <= each.seen) return;
      each.seen = found.revision;
      if (found.state === 'skipped') this.forget(each.item);
      if (found.state !== 'retried') return;
      Object.assign(each, { parked: false, unrecorded: false, lastTry: true });
      toTry.push(each.item);
    });
    await Promise.all(failing.filter(({ unrecorded }) => unrecorded).map((each) => this.record(each)));
    return toTry;
  }

  private async record(failing: Failing<Item>): Promise<void> {
    const { parking, records } = this.ports;
    if (!parking || !records) return;
    // A second append at the same time would count these failures twice; the next refresh makes it.
    if (failing.recording) return;
    const { item, attempts, firstFailedAt, error } = failing;
    Object.assign(failing, { recording: true, unrecorded: false });
    try {
      const toPark = { ...records.recordedItem(item), ...records.causeOf(item) };
      await parking.park(toPark, { attempts, firstFailedAt, error });
      failing.attempts -= attempts;
    } catch (failure) {
      // A store is away: the next refresh tries it. Its workspace is deleted: nobody could decide about it. Anything
      // else leaves it parked in memory, as health shows.
      failing.unrecorded ||= isTransient(failure);
      failing.gone = isGone(failure);
    } finally {
      failing.recording = false;
    }
  }

  /** An item that another event has put on the list is another one. */
  private find(item: Item): Failing<Item> | undefined {
    const key = this.ports.keyOf(item);
    const found = this.failing.get(key);
    if (found === undefined || found.version === this.ports.versionOf(item)) return found;
    this.failing.delete(key);
    return undefined;
  }

  private add(item: Item): Failing<Item> {
    const added: Failing<Item> = {
      version: this.ports.versionOf(item),
      item,
      attempts: 0,
      firstFailedAt: this.ports.parking?.now() ?? '',
      error: '',
      parked: false,
      gone: false,
      unrecorded: false,
      recording: false,
      lastTry: false,
      seen: -1,
    };
    this.failing.set(this.ports.keyOf(item), added);
    return added;
  }
}
