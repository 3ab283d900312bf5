import { ChainedEventStore } from '#event-store';
import { SealingEventStore } from '#personal-data';
import type { PersonalKeys } from '#personal-data';
import type { Timers } from '#kernel';
import { SCHEMAS } from './catalogue.js';
import type { SharedLog, SharedStores } from './shared-stores.js';

/**
 * A shared log whose personal data are open to its callers and sealed on its server, and what opens records of
 * Idempotency-Keys. Closing it closes the log, and not the keys.
 */
export function sealedLog(
  log: SharedLog,
  keys: Pick<PersonalKeys, 'ensure' | 'get'>,
  timers: Timers,
): Pick<SharedStores, 'store' | 'openRecords'> {
  const sealing = new SealingEventStore({ store: new ChainedEventStore(log), keys, schemas: SCHEMAS, timers });
  const store: SharedLog = {
    singleWriter: log.singleWriter,
    append: (stream, events, expected) => sealing.append(stream, events, expected),
    read: (stream, options) => sealing.read(stream, options),
    follow: (options) => sealing.follow(options),
    end: () => log.end(),
    newest: () => log.newest(),
    serverTime: () => log.serverTime(),
    health: () => log.health(),
    close: () => sealing.close(),
  };
  return { store, openRecords: (records) => sealing.openRecords(records) };
}
