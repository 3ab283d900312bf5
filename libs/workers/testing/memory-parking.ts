import { DomainError } from '#kernel';
import type { ItemFailures, ItemToPark, ParkingRecord, ParkingState, RecordedItem } from '../parking.js';
import { nameOfItem } from '../parking.js';

/** A record of parked items in memory; several workers may share it, as processes share the log. */
export class MemoryParking implements ParkingRecord {
  /** Every append, in order. */
  readonly recorded: (ItemFailures & Pick<ItemToPark, 'item' | 'causationId'>)[] = [];
  /** While true the log is away. */
  fails = false;
  /** While true the workspaces of all items are deleted. */
  isDeleted = false;
  private readonly states = new Map<string, ParkingState & { readonly worker: string }>();

  now(): string {
    return '2030-01-01T00:00:00.000Z';
  }

  async park(item: ItemToPark, failures: ItemFailures): Promise<void> {
    if (this.fails) throw new DomainError('unavailable', 'away');
    if (this.isDeleted) throw new DomainError('not_found', 'No such workspace.');
    this.recorded.push({ item: item.item, causationId: item.causationId, ...failures });
    this.decide(item, 'parked');
  }

  async statesOf(items: readonly RecordedItem[]): Promise<readonly (ParkingState | undefined)[]> {
    return items.map((item) => this.states.get(nameOfItem(item)));
  }

  async skippedOf(worker: string): Promise<ReadonlySet<string>> {
    const skipped = [...this.states].filter(([, each]) => each.worker === worker && each.state === 'skipped');
    return new Set(skipped.map(([name]) => name));
  }

  /** The rows say from now on that an item is in a state. */
  decide(item: Omit<RecordedItem, 'subject'>, state: ParkingState['state']): void {
    const name = nameOfItem(item);
    this.states.set(name, { worker: item.worker, state, revision: (this.states.get(name)?.revision ?? 0) + 1 });
  }
}
