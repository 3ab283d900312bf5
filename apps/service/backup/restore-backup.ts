import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Variables } from '../environment.js';
import { asPastRefusal } from '../past/past-refusal.js';
import { checkData, type CheckedData, type Watched } from './check-data.js';
import { type Manifest, measured, readManifest } from './manifest.js';
import { copyDurably } from './copy-file.js';
import { NewDirectory } from './new-directory.js';

export interface RestoreOptions extends Watched {
  /** SECRETS_KEY opens the keys of a backup that has no file of it. */
  readonly environment: Variables;
  /** Of the backup. */
  readonly directory: string;
}

/** What a backup came to. */
export interface Restored extends CheckedData {
  readonly manifest: Manifest;
}

/**
 * Puts a backup into a new data directory, once everything in it fits; else nothing is left there.
 * @param options.to a directory that does not exist, or is empty
 * @throws PastRefusal one clear sentence; the signal's reason
 */
export async function restoreBackup({ to, ...options }: RestoreOptions & { readonly to: string }): Promise<Restored> {
  let made: NewDirectory | undefined;
  try {
    const manifest = await readManifest(resolve(options.directory));
    made = NewDirectory.make(to);
    const { misfits, unopened } = await restoreInto(made.path, manifest, options);
    options.signal.throwIfAborted();
    if (misfits.length + unopened.length === 0) made.finish(manifest.files.map(({ name }) => name));
    return { manifest, misfits, unopened };
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    made?.close();
  }
}

/**
 * Restores a backup into a temporary directory, and removes it.
 * @throws PastRefusal one clear sentence; the signal's reason
 */
export async function verifyBackup(options: RestoreOptions): Promise<Restored> {
  let scratch: string | undefined;
  try {
    const manifest = await readManifest(resolve(options.directory));
    scratch = await mkdtemp(join(tmpdir(), 'smart-lists-restored-'));
    return { manifest, ...(await restoreInto(scratch, manifest, options)) };
  } catch (error) {
    throw asPastRefusal(error);
  } finally {
    if (scratch !== undefined) await rm(scratch, { recursive: true, force: true });
  }
}

async function restoreInto(
  target: string,
  manifest: Manifest,
  { directory, environment, ...watched }: RestoreOptions,
): Promise<CheckedData> {
  for (const { name, bytes, sha256 } of manifest.files) {
    watched.progress(undefined, `copying ${name}`);
    const copy = join(target, name);
    await copyDurably(join(resolve(directory), name), copy);
    const found = await measured(copy);
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      const has = `${found.bytes} bytes of ${bytes}, SHA-256 ${found.sha256}`;
      return { misfits: [`${name} is not the file of the manifest: it has ${has}.`], unopened: [] };
    }
    watched.signal.throwIfAborted();
  }
  return checkData(target, manifest, environment, watched);
}
