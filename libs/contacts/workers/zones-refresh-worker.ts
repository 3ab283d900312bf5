import { TellZones } from '../commands/tell-zones.command.js';
import { ZONES_REFRESH, type ZonesRefreshRow } from '../domain/refresh-zones.js';
import { type ContactWalkPorts, ContactWalkWorker } from './contact-walk-worker.js';

/**
 * Has the zones of contacts told by the table of numbers that a request named
 * (docs/adr/0074-zones-of-numbers-are-told-by-events.md).
 */
export class ZonesRefreshWorker extends ContactWalkWorker<ZonesRefreshRow> {
  constructor(ports: ContactWalkPorts) {
    super(ports, { worker: 'zones_refresh', walks: ZONES_REFRESH, next: (context) => new TellZones(context) });
  }
}
