import { SqliteStoredLog } from '#event-store/sqlite';
import { readConfig, readStoresAlone } from '../config.js';
import type { Variables } from '../environment.js';
import { type CheckedLog, checkLog, type LogChecks } from './check-log.js';
import { OpenablePersonalData } from './openable-personal-data.js';
import { asPastRefusal } from './past-refusal.js';
import type { StoredLog } from './read-stores.js';

export interface VerifyLogOptions extends Omit<LogChecks, 'personal'> {
  /** The environment of the service whose log it is. */
  readonly environment: Variables;
  /** Whether the keys of personal data are left out: the log alone is read. */
  readonly withoutKeys?: boolean | undefined;
}

/**
 * Checks the log by itself, beside a running service: see {@link checkLog}. Nothing is written.
 * @throws PastRefusal one clear sentence
 */
export async function verifyLog({ environment, withoutKeys, ...checks }: VerifyLogOptions): Promise<CheckedLog> {
  let log: StoredLog | undefined;
  let personal: OpenablePersonalData | undefined;
  try {
    log = await openStoredLog(environment, checks.signal);
    if (!withoutKeys) personal = await OpenablePersonalData.open(readConfig(environment));
    return await checkLog(log, { ...checks, personal });
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    await personal?.close();
    await log?.close();
  }
}

async function openStoredLog(environment: Variables, signal: AbortSignal): Promise<StoredLog> {
  const stores = readStoresAlone(environment);
  if (stores.shape === 'embedded') return SqliteStoredLog.of(stores.eventsFile);
  // Loaded on demand, as for the service itself.
  const { openStoredLog: open } = await import('./distributed-reading.js');
  return open(stores, signal);
}
