import { ChainedEventStore } from '#event-store';
import { SealingEventStore } from '#personal-data';
import type { PersonalKeys } from '#personal-data';
import type { Timers } from '#kernel';
import { SCHEMAS } from './catalogue.js';
import type { SharedLog } from './shared-stores.js';

/**
 * A shared log whose personal data are open to its callers and sealed on its server. Closing it closes the log, and not
 * the keys.
 */
export function sealedLog(log: SharedLog, keys: Pick<PersonalKeys, 'ensure' | 'get'>, timers: Timers): SharedLog {
  const sealing = new SealingEventStore({ store: new ChainedEventStore(log), keys, schemas: SCHEMAS, timers });
  return {
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
}
