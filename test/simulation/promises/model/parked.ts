import type { EventOf, ParkedItem } from './events.js';

/** An item that was parked at least once, as the log says it last. */
export interface ParkedWork extends ParkedItem {
  readonly state: 'parked' | 'retried' | 'skipped';
  readonly attempts: number;
  readonly error: string;
}

export type ParkedWorkEvent = EventOf<'WorkParked'> | EventOf<'WorkRetried'> | EventOf<'WorkSkipped'>;

/** The items of a workspace that were ever parked (docs/adr/0052-parked-work-is-on-record.md). */
export class ParkedWorks {
  private readonly items = new Map<string, ParkedWork>();

  all(): readonly ParkedWork[] {
    return [...this.items.values()];
  }

  find(worker: string, item: string): ParkedWork | undefined {
    return this.items.get(`${worker} ${item}`);
  }

  /** Whether it is parked now, in this version if one is named: nobody has had it tried again, or skipped it. */
  isParked(worker: string, item: string, version?: string): boolean {
    const found = this.find(worker, item);
    return found?.state === 'parked' && (version === undefined || found.version === version);
  }

  fold(event: ParkedWorkEvent): void {
    const { worker, item, version, parked_id } = event.data;
    const before = this.find(worker, item);
    const name = { worker, item, version, parked_id };
    if (event.type === 'WorkParked') {
      const { attempts, error } = event.data;
      this.items.set(`${worker} ${item}`, { ...name, state: 'parked', attempts, error });
      return;
    }
    const state = event.type === 'WorkRetried' ? 'retried' : 'skipped';
    if (before) this.items.set(`${worker} ${item}`, { ...before, state });
  }
}
