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
import type { Instant, Position } from '#kernel';
import { PastRefusal } from './past-refusal.js';

/** Says what the directory holds; written last. */
const MANIFEST = 'past.json';

/** What a kept directory holds. */
interface Kept {
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

/** Where the rows of a past are: a temporary directory that is removed at the end, or one that is kept. */
export class PastDirectory {
  private constructor(
    readonly path: string,
    private readonly isKept: boolean,
    /** The position after which folding continues; undefined: from the beginning of the log, with no rows. */
    readonly resumesAfter: Position | undefined,
  ) {}

  /**
   * @param keep undefined: a temporary directory
   * @throws PastRefusal it holds a later instant, another workspace, or other files
   */
  static open(keep: string | undefined, wanted: KeptPast): PastDirectory {
    if (keep === undefined) {
      return new PastDirectory(mkdtempSync(join(tmpdir(), 'smart-lists-past-')), false, undefined);
    }
    const path = resolve(keep);
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      const kept = keptIn(path);
      if (kept) refuseMisfit(path, kept, wanted);
      // From here on until `finish` the rows are of no one instant.
      rmSync(join(path, MANIFEST), { force: true });
      const resumesAfter = kept?.resumes_after ?? undefined;
      const directory = new PastDirectory(path, true, resumesAfter);
      if (resumesAfter === undefined) directory.clear();
      return directory;
    } catch (error) {
      if (error instanceof PastRefusal) throw error;
      throw new PastRefusal('not_understood', `${path} cannot be used: ${(error as Error).message}.`);
    }
  }

  /** The rows are those of this instant. */
  finish({ until, workspaceId }: KeptPast, resumesAfter: Position | undefined): void {
    if (!this.isKept) return;
    const kept: Kept = { until, workspace_id: workspaceId ?? null, resumes_after: resumesAfter ?? null };
    const unnamed = join(this.path, `${MANIFEST}.new`);
    writeFileSync(unnamed, `${JSON.stringify(kept)}\n`, { mode: 0o600, flush: true });
    renameSync(unnamed, join(this.path, MANIFEST));
  }

  close(): void {
    if (!this.isKept) rmSync(this.path, { recursive: true, force: true });
  }

  private clear(): void {
    for (const name of readdirSync(this.path)) rmSync(join(this.path, name), { recursive: true });
  }
}

/** @throws PastRefusal the directory holds something else */
function keptIn(path: string): Kept | undefined {
  const manifest = join(path, MANIFEST);
  if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')) as Kept;
  const foreign = readdirSync(path).find((name) => !/^(?:read-model\.db|past\.json\.new)/.test(name));
  if (foreign === undefined) return undefined;
  throw new PastRefusal('not_understood', `${path} holds ${foreign}: name an empty directory, or one that was kept.`);
}

function refuseMisfit(path: string, kept: Kept, { until, workspaceId }: KeptPast): void {
  if (kept.until > until) {
    throw new PastRefusal('not_understood', `${path} holds ${kept.until}, and no way leads back: name another one.`);
  }
  if (kept.workspace_id !== (workspaceId ?? null)) {
    const holds = kept.workspace_id === null ? 'all workspaces' : `workspace ${kept.workspace_id} alone`;
    throw new PastRefusal('not_understood', `${path} holds ${holds}: name another one.`);
  }
}
