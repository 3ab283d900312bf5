import type { ModelEvent } from './events.js';

/**
 * The last refresh of the zones of contacts, as the log says: how far it came, and whether it has ended. One that is
 * asked for again while it is under way continues.
 */
export class ZonesRefresh {
  upTo = -1;
  done = true;

  fold(event: ModelEvent): void {
    if (event.type === 'ContactZonesRefreshRequested') [this.upTo, this.done] = [this.done ? -1 : this.upTo, false];
    if (event.type === 'ContactZonesRefreshAdvanced')
      [this.upTo, this.done] = [event.data.up_to_number, event.data.done];
  }
}
