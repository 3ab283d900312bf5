import type { HoursFields } from '../../../../libs/dialing/testing/reference-model/hours.js';
import type { EventOf } from './events.js';

/** Calling hours that are not deleted. */
export interface Hours extends HoursFields {
  readonly id: string;
  readonly version: number;
}

type OfHours = EventOf<'CallingHoursCreated'> | EventOf<'CallingHoursChanged'> | EventOf<'CallingHoursDeleted'>;

/** The calling hours of a workspace. */
export class CallingHours {
  private readonly hours = new Map<string, Hours>();

  get(id: string | null | undefined): Hours | undefined {
    return this.hours.get(id ?? '');
  }

  /** In the order of their creation. */
  all(): readonly Hours[] {
    return [...this.hours.values()];
  }

  fold(event: OfHours): void {
    const { calling_hours_id: id } = event.data;
    if (event.type === 'CallingHoursDeleted') return void this.hours.delete(id);
    if (event.type === 'CallingHoursCreated') {
      const { name, zone, intervals, closed_dates } = event.data;
      return void this.hours.set(id, { id, name, zone, intervals, closed_dates, version: 1 });
    }
    const hours = this.hours.get(id);
    if (hours) this.hours.set(id, { ...hours, ...event.data.changes, version: hours.version + 1 });
  }
}
