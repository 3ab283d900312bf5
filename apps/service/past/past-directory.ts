import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type DirectoryLock, lockDirectory } from '#event-store/sqlite';
import type { Instant, Position } from '#kernel';
import { PastRefusal } from './past-refusal.js';

/** Says what the directory holds, and that it is a past's: no other directory is ever written to. */
const MANIFEST = 'past.json';
const LOCK = 'lock';

/** What a kept directory holds. */
interface Kept {
  /** The latest instant whose events the rows may have. */
  readonly until: Instant;
  /** Null: all workspaces. */
  readonly workspace_id: string | null;
  /** Null: a later past begins with the log. */
  readonly resumes_after: Position | null;
}

export interface KeptPast {
  readonly until: Instant;
  readonly workspaceId: string | undefined;
}

/**
 * Where the rows of a past are: a temporary directory that is removed at the end, however the process ends but by
 * SIGKILL, or one that is kept, for one process at a time.
 */
export class PastDirectory {
  private readonly remove = (): void => rmSync(this.path, { recursive: true, force: true });

  private constructor(
    readonly path: string,
    private readonly lock: DirectoryLock | undefined,
    /** The position after which folding continues; undefined: from the beginning of the log, with no rows. */
    readonly resumesAfter: Position | undefined,
  ) {
    if (!lock) process.once('exit', this.remove);
  }

  /**
   * @param keep undefined: a temporary directory
   * @throws PastRefusal it holds a later instant, another workspace, or other files; another process uses it
   */
  static open(keep: string | undefined, wanted: KeptPast): PastDirectory {
    const path = keep === undefined ? tmpdir() : resolve(keep);
    try {
      if (keep === undefined)
        return new PastDirectory(mkdtempSync(join(path, 'smart-lists-past-')), undefined, undefined);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      const foreign = readdirSync(path).find((name) => !name.startsWith(LOCK));
      if (foreign !== undefined && !keptIn(path)) {
        throw new PastRefusal(
          'not_understood',
          `${path} holds ${foreign}: name an empty directory, or one that was kept.`,
        );
      }
      return PastDirectory.locked(path, wanted);
    } catch (error) {
      if (error instanceof PastRefusal) throw error;
      throw new PastRefusal('not_understood', `${path} cannot be used: ${(error as Error).message}.`);
    }
  }

  /** @throws StoreOpenError another process uses it */
  private static locked(path: string, wanted: KeptPast): PastDirectory {
    const lock = lockDirectory(path);
    try {
      const kept = keptIn(path);
      if (kept) refuseMisfit(path, kept, wanted);
      const directory = new PastDirectory(path, lock, kept?.resumes_after ?? undefined);
      // From here on the rows may have events up to the later instant; folding them again changes nothing.
      directory.write(wanted, kept?.resumes_after ?? undefined);
      return directory;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** The rows are those of this instant. */
  finish(past: KeptPast, resumesAfter: Position | undefined): void {
    if (this.lock) this.write(past, resumesAfter);
  }

  close(): void {
    if (this.lock) return this.lock.release();
    process.off('exit', this.remove);
    this.remove();
  }

  private write({ until, workspaceId }: KeptPast, resumesAfter: Position | undefined): void {
    const kept: Kept = { until, workspace_id: workspaceId ?? null, resumes_after: resumesAfter ?? null };
    const unnamed = join(this.path, `${MANIFEST}.new`);
    writeFileSync(unnamed, `${JSON.stringify(kept)}\n`, { mode: 0o600, flush: true });
    renameSync(unnamed, join(this.path, MANIFEST));
  }
}

/** Undefined: it was never a past's. */
function keptIn(path: string): Kept | undefined {
  const manifest = join(path, MANIFEST);
  if (!existsSync(manifest)) return undefined;
  const kept = JSON.parse(readFileSync(manifest, 'utf8')) as Partial<Kept> | null;
  if (typeof kept?.until === 'string' && kept.workspace_id !== undefined && kept.resumes_after !== undefined) {
    return kept as Kept;
  }
  throw new PastRefusal('not_understood', `${manifest} is not that of a past.`);
}

function refuseMisfit(path: string, kept: Kept, { until, workspaceId }: KeptPast): void {
  if (kept.until > until) {
    throw new PastRefusal('not_understood', `${path} holds ${kept.until}, and cannot go back: name another directory.`);
  }
  if (kept.workspace_id !== (workspaceId ?? null)) {
    const holds = kept.workspace_id === null ? 'all workspaces' : `workspace ${kept.workspace_id} alone`;
    throw new PastRefusal('not_understood', `${path} holds ${holds}: name another directory.`);
  }
}
