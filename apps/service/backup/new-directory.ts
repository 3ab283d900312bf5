import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type DirectoryLock, lockDirectory, syncPath } from '#event-store/sqlite';
import { PastRefusal } from '../past/past-refusal.js';

/** What is being written: the end of its name beside the directory, or its name in one that is there. */
const PARTIAL = '.partial';
const LOCK = 'lock';
/** What a killed process leaves of a backup or a restore. */
const OWN = /^(?:(?:events|keys)\.db(?:-journal)?|secrets\.key|manifest\.json|lock(?:-journal)?)$/;

/**
 * A directory that has all its files or none. They are written under another name, for one process at a time: beside
 * it, and renamed as a whole; or, where the directory is there and empty (it may be a mount), in it, and renamed one by
 * one. What a killed process has left is replaced by the next one with the same name.
 */
export class NewDirectory {
  private constructor(
    private readonly target: string,
    /** Where the files are written. */
    readonly path: string,
    private readonly isInside: boolean,
    private lock: DirectoryLock | undefined,
  ) {}

  /**
   * @throws PastRefusal it is not empty, cannot be written, or what stands under the other name is of something else
   * @throws StoreOpenError another process writes it
   */
  static make(directory: string): NewDirectory {
    const target = resolve(directory);
    try {
      const isInside = existsSync(target);
      if (isInside && readdirSync(target).some((name) => name !== PARTIAL)) {
        throw new PastRefusal('not_understood', `${target} is not empty.`);
      }
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const path = isInside ? join(target, PARTIAL) : target + PARTIAL;
      const foreign = existsSync(path) && readdirSync(path).find((name) => !OWN.test(name));
      if (foreign)
        throw new PastRefusal('not_understood', `${path} holds ${foreign}: move it away, or name another one.`);
      const lock = lockDirectory(path);
      for (const name of readdirSync(path)) if (!name.startsWith(LOCK)) rmSync(join(path, name));
      return new NewDirectory(target, path, isInside, lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      throw new PastRefusal('not_understood', `${target} cannot be used: ${(error as Error).message}.`);
    }
  }

  /** Gives the directory its name, durably. @param files all that it has, in the order in which they get their names */
  finish(files: readonly string[]): void {
    this.unlock();
    syncPath(this.path);
    if (this.isInside) {
      for (const file of files) {
        renameSync(join(this.path, file), join(this.target, file));
        syncPath(this.target);
      }
      rmdirSync(this.path);
      chmodSync(this.target, 0o700);
    } else {
      renameSync(this.path, this.target);
    }
    syncPath(dirname(this.target));
  }

  /** Removes what was written, unless it is finished. */
  close(): void {
    if (!this.lock) return;
    this.unlock();
    rmSync(this.path, { recursive: true, force: true });
  }

  private unlock(): void {
    this.lock?.release();
    this.lock = undefined;
    rmSync(join(this.path, LOCK), { force: true });
  }
}
