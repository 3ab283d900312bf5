import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countEvents, findWalDamage, snapshotEvents } from '#event-store/sqlite';
import { instant } from '#kernel';
import { snapshotKeys } from '#personal-data/sqlite';
import { type Config, readConfig } from '../config.js';
import type { Variables } from '../environment.js';
import { systemMachine } from '../machine.js';
import { asPastRefusal, PastRefusal } from '../past/past-refusal.js';
import type { EmbeddedStores } from '../stores-config.js';
import { checkData, type CheckedData, type Watched } from './check-data.js';
import { EVENTS, KEYS, type Manifest, MANIFEST, SECRETS, writeManifest } from './manifest.js';
import { copyDurably } from './copy-file.js';
import { Misfits } from './misfits.js';
import { NewDirectory } from './new-directory.js';

export interface BackupOptions extends Watched {
  /** The environment of the service whose data it is. */
  readonly environment: Variables;
  /** A directory that does not exist, or is empty. */
  readonly directory: string;
  /** Of this program. */
  readonly version: string;
}

/** A finished backup. What does not fit in it does not in the service's own log. */
export interface Backup extends CheckedData {
  readonly manifest: Manifest;
}

/**
 * Copies the log, its personal keys and the file of SECRETS_KEY, beside a service that may run on them
 * (docs/adr/0044-a-backup-is-the-log-then-its-keys.md). Nothing of it is there before all of it is durable and checked.
 * @throws PastRefusal one clear sentence; the signal's reason
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  let made: NewDirectory | undefined;
  try {
    const { dataDir, stores } = readConfig(options.environment);
    if (stores.shape !== 'embedded') {
      throw new PastRefusal(
        'not_understood',
        'EventStoreDB and MongoDB are backed up by their own tools: see docs/how-to/backup-and-restore.md.',
      );
    }
    made = NewDirectory.make(options.directory);
    return await backUp(made, { dataDir, stores }, options);
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    made?.close();
  }
}

async function backUp(
  made: NewDirectory,
  { dataDir, stores }: { readonly stores: EmbeddedStores } & Pick<Config, 'dataDir'>,
  { environment, version, ...watched }: BackupOptions,
): Promise<Backup> {
  const at = instant(systemMachine.clock.now());
  const misfits = new Misfits();
  // Commits that SQLite drops are in no copy of what it reads.
  for (const file of [stores.eventsFile, stores.keysFile]) await findWalDamage(file, misfits.found, watched.signal);
  await copyStores(stores, made.path, watched);
  const secrets = join(dataDir, SECRETS);
  const hasSecrets = !environment['SECRETS_KEY']?.trim() && existsSync(secrets);
  if (hasSecrets) await copyDurably(secrets, join(made.path, SECRETS));
  // A service that was started with the log alone asks for its keys; one with the keys alone would make a new log.
  const names = [EVENTS, ...(hasSecrets ? [SECRETS] : []), KEYS];
  const { lastPosition: last_position, ...counts } = countEvents(join(made.path, EVENTS));
  const facts = { made_by: version, made_at: at, ...counts, last_position };
  watched.progress(undefined, 'measuring the files');
  const manifest = await writeManifest(made.path, names, facts);
  const checked = await checkData(made.path, manifest, environment, watched, misfits);
  watched.signal.throwIfAborted();
  made.finish([...names, MANIFEST]);
  return { manifest, ...checked };
}

/**
 * The moment of the keys comes right after that of the log: every key that an event of the log was sealed with was made
 * before it, so it is there, unless it was shredded. The keys are copied first, since their snapshot keeps shredded
 * ones in the WAL of the service; the log, which may take minutes, is copied from its own.
 */
async function copyStores(
  { eventsFile, keysFile }: EmbeddedStores,
  directory: string,
  { signal, progress }: Watched,
): Promise<void> {
  const log = snapshotEvents(eventsFile);
  try {
    const keys = snapshotKeys(keysFile);
    try {
      await keys.copyTo(join(directory, KEYS), { signal, progress: (part) => progress(part, 'of the keys') });
    } finally {
      keys.close();
    }
    await log.copyTo(join(directory, EVENTS), { signal, progress: (part) => progress(part, 'of the log') });
  } finally {
    log.close();
  }
}
