import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Found } from '#event-store';
import { countEvents, findDamage, SqliteStoredLog } from '#event-store/sqlite';
import { type Config, readConfig } from '../config.js';
import type { Variables } from '../environment.js';
import { checkLog } from '../past/check-log.js';
import { OpenablePersonalData } from '../past/openable-personal-data.js';
import type { Unopened } from '../past/unopened-events.js';
import { EVENTS, KEYS, type Manifest, SECRETS } from './manifest.js';
import { Misfits } from './misfits.js';

/** What a long step of a backup is told by its caller, and tells it. */
export interface Watched {
  readonly signal: AbortSignal;
  /** @param part from 0 to 1; undefined: it is not known */
  readonly progress: (part: number | undefined, text: string) => void;
}

/** What a check of the data in a directory has found; it fits if both are empty. */
export interface CheckedData {
  /** What does not fit, a sentence each. */
  readonly misfits: readonly string[];
  /** Events whose personal data cannot be opened, by workspace. */
  readonly unopened: readonly Unopened[];
}

/**
 * Checks a directory that has the files of a backup: SQLite finds both whole, the log passes the check of `log verify`
 * with its personal data ({@link checkLog}), and has the events of the manifest.
 * @param environment for SECRETS_KEY, where the directory has no file of it
 * @param misfits those that are known already
 * @throws StoreOpenError, StoreUnavailableError, PersonalKeysOpenError, ConfigError, the signal's reason
 */
export async function checkData(
  directory: string,
  manifest: Pick<Manifest, 'events' | 'last_position'>,
  environment: Variables,
  { signal, progress }: Watched,
  misfits = new Misfits(),
): Promise<CheckedData> {
  progress(undefined, 'checking the files');
  let areKeysWhole = true;
  const foundInKeys: Found = (place, what) => {
    areKeysWhole = false;
    misfits.found(place, what);
  };
  await findDamage(join(directory, KEYS), foundInKeys, signal);
  const log = SqliteStoredLog.of(join(directory, EVENTS));
  let personal: OpenablePersonalData | undefined;
  try {
    if (areKeysWhole) personal = await OpenablePersonalData.open(dataIn(directory, environment));
    const { unopened } = await checkLog(log, {
      ...{ personal, signal, found: misfits.found },
      progress: (part, events) => progress(part, `${events} events checked`),
    });
    if (misfits.areNone) compare(join(directory, EVENTS), manifest, misfits);
    return { misfits: misfits.sentences, unopened };
  } finally {
    await personal?.close();
    await log.close();
  }
}

/** The settings of a service with this data directory; the key in it is the one that its files were made with. */
function dataIn(directory: string, { SECRETS_KEY }: Variables): Config {
  return readConfig({
    DATA_DIR: directory,
    SECRETS_KEY: existsSync(join(directory, SECRETS)) ? undefined : SECRETS_KEY,
  });
}

function compare(
  file: string,
  { events, last_position }: Pick<Manifest, 'events' | 'last_position'>,
  misfits: Misfits,
): void {
  const counted = countEvents(file);
  if (counted.events === events && counted.lastPosition === last_position) return;
  const has = `${counted.events} events up to position ${counted.lastPosition}`;
  misfits.add(`${EVENTS} has ${has}, and the manifest says ${events} up to ${last_position}.`);
}
