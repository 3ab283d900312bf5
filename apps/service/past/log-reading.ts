import { openReader } from '#event-store/sqlite';
import { EventOpener, OpenedLog, refuseOtherKeys } from '#personal-data';
import { openKeysReader } from '#personal-data/sqlite';
import { SCHEMAS } from '../catalogue.js';
import type { Config } from '../config.js';
import { ConfigError } from '../config-error.js';
import { systemMachine } from '../machine.js';
import { deriveAll, findSecretsKeys } from '../secrets-key.js';
import type { SecretsKeys } from '../secrets-keys.js';
import type { EmbeddedStores } from '../stores-config.js';
import { AWAY_MS } from './log-not-awaited.js';
import type { ReadableLog, ReadStores, ReadStoresOptions } from './read-stores.js';

/** A log that is only read, with its personal data open, beside a service that may run on it. */
export interface LogReading extends Pick<ReadStores, 'log' | 'end' | 'close'> {
  /** The secrets of the service: page tokens are signed with them. */
  readonly secrets: SecretsKeys;
}

export interface LogReadingOptions extends Pick<ReadStoresOptions, 'skipped'> {
  readonly config: Config;
  /** Narrows the log before its personal data are opened; undefined: all of it is read. */
  readonly narrowed?: (log: ReadableLog) => ReadableLog;
}

/**
 * Opens the log and the keys of a configuration for reading: no lock is taken, and nothing is written.
 * @throws StoreOpenError, PersonalKeysOpenError, ConfigError one clear sentence each
 */
export async function openLogReading({ config, narrowed, skipped }: LogReadingOptions): Promise<LogReading> {
  const { secrets, ...read } = await openReadStores({ config, skipped });
  const closed = new AbortController();
  const opener = new EventOpener(read.keys);
  const close = async (): Promise<void> => {
    closed.abort();
    await read.close();
  };
  const log = new OpenedLog({
    log: narrowed ? narrowed(read.log) : read.log,
    opener,
    timers: systemMachine.timers,
    closed: closed.signal,
    patience: AWAY_MS,
  });
  return { log, end: read.end, secrets, close };
}

/**
 * Opens the log and the keys of a configuration for reading, each by itself: personal data stay sealed.
 * @throws StoreOpenError, PersonalKeysOpenError, ConfigError one clear sentence each
 */
export async function openReadStores({
  config: { stores, dataDir, secretsKeys },
  skipped,
}: Pick<LogReadingOptions, 'config' | 'skipped'>): Promise<ReadStores & Pick<LogReading, 'secrets'>> {
  const secrets = secretsKeys ?? findSecretsKeys(dataDir);
  if (!secrets) {
    throw new ConfigError([
      `${dataDir} has no secrets.key. Is it the DATA_DIR of the service? If so, set SECRETS_KEY.`,
    ]);
  }
  const options = { skipped, secrets: deriveAll(secrets, 'personal keys') };
  // Loaded on demand, as for the service itself.
  const read =
    stores.shape === 'embedded'
      ? await openFiles(stores, options)
      : await (await import('./distributed-reading.js')).openServers(stores, options);
  return { ...read, secrets };
}

/** @throws StoreOpenError, PersonalKeysOpenError */
async function openFiles(
  { eventsFile, keysFile }: EmbeddedStores,
  { secrets, skipped }: ReadStoresOptions,
): Promise<ReadStores> {
  const log = openReader({ file: eventsFile, upcast: SCHEMAS.upcast, skipped });
  try {
    const keys = openKeysReader({ file: keysFile, secrets });
    await refuseOtherKeys(log, keys, keysFile);
    const close = async (): Promise<void> => {
      await keys.close();
      log.close();
    };
    return { log, keys, end: log.end(), close };
  } catch (error) {
    log.close();
    throw error;
  }
}
