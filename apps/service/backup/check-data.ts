import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isUnreadable, SkippedEvents } from '#event-store';
import { countEvents, misfitOfEvents } from '#event-store/sqlite';
import { misfitOfKeys } from '#personal-data/sqlite';
import { type Config, readConfig } from '../config.js';
import type { Variables } from '../environment.js';
import { openLogReading } from '../past/log-reading.js';
import { partOf } from '../past/part-of.js';
import { EVENTS, KEYS, type Manifest, SECRETS } from './manifest.js';

/** What a long step of a backup is told by its caller, and tells it. */
export interface Watched {
  readonly signal: AbortSignal;
  /** @param part from 0 to 1; undefined: it is not known */
  readonly progress: (part: number | undefined, text: string) => void;
}

/**
 * Checks a directory that has the files of a backup, as a service would use them: both are whole, no revision is
 * missing, the log has the events of the manifest, and this version can read each of them, with its personal data.
 * @param environment for SECRETS_KEY, where the directory has no file of it
 * @returns what does not fit, as a sentence; undefined: everything fits
 * @throws StoreOpenError, PersonalKeysOpenError, ConfigError, the signal's reason
 */
export async function misfitOf(
  directory: string,
  { events, last_position }: Pick<Manifest, 'events' | 'last_position'>,
  environment: Variables,
  watched: Watched,
): Promise<string | undefined> {
  watched.progress(undefined, 'checking the files');
  for (const [name, misfit] of [[EVENTS, misfitOfEvents] as const, [KEYS, misfitOfKeys] as const]) {
    const found = misfit(join(directory, name));
    if (found !== undefined) return `${name}: ${found}`;
  }
  const counted = countEvents(join(directory, EVENTS));
  if (counted.events !== events || counted.lastPosition !== last_position) {
    const has = `${counted.events} events up to position ${counted.lastPosition}`;
    return `${EVENTS} has ${has}, and the manifest says ${events} up to ${last_position}.`;
  }
  return unreadableEvent(dataIn(directory, environment), watched);
}

/** The settings of a service with this data directory; the key in it is the one that its files were made with. */
function dataIn(directory: string, { SECRETS_KEY }: Variables): Config {
  return readConfig({
    DATA_DIR: directory,
    SECRETS_KEY: existsSync(join(directory, SECRETS)) ? undefined : SECRETS_KEY,
  });
}

async function unreadableEvent(config: Config, { signal, progress }: Watched): Promise<string | undefined> {
  const skipped = new SkippedEvents();
  const reading = await openLogReading({ config, skipped });
  try {
    await skipped.refresh(reading.log);
    for await (const batch of reading.log.follow({ prefixes: [''], signal })) {
      const found = batch.events.find(isUnreadable);
      if (found) return `${found.stream} ${found.revision} (${found.type}) cannot be read: ${found.unreadable}.`;
      if (batch.caughtUp) return undefined;
      progress(partOf(batch.position, reading.end), 'events read');
    }
    signal.throwIfAborted();
    return undefined;
  } finally {
    await reading.close();
  }
}
