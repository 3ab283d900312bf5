import type { ParkingWorker } from './parked-work.js';

interface Effects {
  readonly retry: string;
  /** Null: it is owed to a person, so it is mended and never skipped. */
  readonly skip: string | null;
}

const AT_ONCE = 'at once, by the process that has this work; the next failure parks it again.';

/** What an operator's decision about an item of each worker comes to. */
export const PARKED_EFFECTS: Readonly<Record<ParkingWorker, Effects>> = {
  sweeps: {
    retry: `The members that are left are taken off the list ${AT_ONCE}`,
    skip: 'The members that are left stay where they are: nobody dials those of a deleted list, and those that a lowered cap exhausts are not moved on.',
  },
  call_timers: {
    retry: `The call is ended or completed ${AT_ONCE}`,
    skip: 'The call stays as it is until its client ends it, and its contact is not dialed meanwhile.',
  },
  webhook_deliveries: {
    retry: `The webhook is sent ${AT_ONCE}`,
    skip: 'The delivery is cancelled: its receiver never gets it, unless an attempt is under way or has just ended.',
  },
  erasures: { retry: `The contact is erased ${AT_ONCE}`, skip: null },
  attribute_indexing: {
    retry: `The contacts that are left are indexed ${AT_ONCE}`,
    skip: 'The contacts that are left are not indexed: until the searchable attributes change again, every search by an attribute judges all contacts.',
  },
  zones_refresh: {
    retry: `The contacts that are left are told their zones by the newer table of numbers ${AT_ONCE}`,
    skip: 'The contacts that are left keep the zones of the older table of numbers, until a refresh is asked for again.',
  },
  retention: { retry: `Personal data that is kept no longer ends ${AT_ONCE}`, skip: null },
};
