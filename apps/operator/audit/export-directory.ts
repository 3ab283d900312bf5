import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Refusal } from '../console.js';
import { eventsFile, FORMATS } from './exported-lines.js';
import { DIGEST, MANIFEST } from './manifest.js';

/** Every name that a file of an export may have. */
const EXPORT_FILES: readonly string[] = [...FORMATS.map(eventsFile), DIGEST, MANIFEST];

/**
 * The directory of an export while it is written. Until the export is finished, a process that ends, but by SIGKILL,
 * leaves it as it was: empty, or not there.
 */
export class ExportDirectory {
  private readonly discard = (): void => {
    try {
      for (const file of EXPORT_FILES) rmSync(join(this.path, file), { force: true });
      if (this.outermost === undefined) return;
      for (let made = this.path; made.length >= this.outermost.length; made = dirname(made)) rmdirSync(made);
    } catch {
      // Another process has put a file there: it stays. Why the export was refused is what the command has to say.
    }
  };

  private constructor(
    readonly path: string,
    /** The outermost of the directories that were made for it; undefined: it was there. */
    private readonly outermost: string | undefined,
  ) {
    // A second Ctrl-C ends the process at once.
    process.once('exit', this.discard);
  }

  /** @throws Refusal it is not empty, or cannot be made */
  static make(directory: string): ExportDirectory {
    const path = resolve(directory);
    try {
      const outermost = mkdirSync(path, { recursive: true, mode: 0o700 });
      if (readdirSync(path).length === 0) return new ExportDirectory(path, outermost);
    } catch (error) {
      throw new Refusal(`${path} cannot be used: ${(error as Error).message}.`);
    }
    throw new Refusal(`${path} is not empty.`);
  }

  /** @param isFinished whether its files stay */
  close(isFinished: boolean): void {
    process.off('exit', this.discard);
    if (!isFinished) this.discard();
  }
}
