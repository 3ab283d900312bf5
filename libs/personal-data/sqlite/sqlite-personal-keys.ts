import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Day, type DayKind, subjectsBefore } from '#kernel';
import { CallsUnderWay } from '../calls-under-way.js';
import { inSlices } from '../in-slices.js';
import { type FoundKey, type KeyStoreState, otherKeys, type PersonalKey, type PersonalKeys } from '../personal-keys.js';
import type { SecretsKeys } from '../wrapping.js';
import type { RewrapCursor } from './protocol.js';
import { openKeysReader, type SqliteKeysReader } from './sqlite-keys-reader.js';
import { WriterThread } from './writer-thread.js';

export interface SqlitePersonalKeysOptions {
  /** Created if it does not exist (0600, its directory 0700). */
  readonly file: string;
  /** The first key wraps, all of them unwrap. */
  readonly secrets: SecretsKeys;
  /** False: the log was written with keys, so a missing file is not created. Default: true. */
  readonly mayMake?: boolean;
}

/**
 * The keys of the embedded pair: one SQLite file in WAL mode with synchronous=FULL and secure_delete, beside the log.
 * A worker thread writes: requests that wait share one transaction and one fsync. Reads use a read-only connection in
 * the calling thread; other threads open their own with {@link openKeysReader}. After a shredding, neither the file nor
 * its WAL holds the wrapped key. Several of these may have one file open.
 * @see docs/adr/0040-personal-data-is-sealed-with-keys-that-can-be-shredded.md
 */
export class SqlitePersonalKeys implements PersonalKeys {
  private readonly calls = new CallsUnderWay();
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly writer: WriterThread,
    private readonly reader: SqliteKeysReader,
  ) {}

  /**
   * Opens the file, or creates it. The caller holds the lock on its directory.
   * @throws PersonalKeysOpenError foreign, corrupt, of a newer version, not to be opened at all, or missing although it
   *   may not be made
   */
  static async open({ file, secrets, mayMake = true }: SqlitePersonalKeysOptions): Promise<SqlitePersonalKeys> {
    const path = resolve(file);
    if (!mayMake && isMissing(path)) throw otherKeys(path);
    const writer = await WriterThread.start({ file: path, secrets });
    try {
      return new SqlitePersonalKeys(writer, openKeysReader({ file: path, secrets }));
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  /** Resolves with the reason if the writer's thread dies: keys are only read until the store is opened again. */
  get died(): Promise<Error> {
    return this.writer.died;
  }

  /** Why no key can be made or shredded now; undefined: nothing is known against it. */
  get trouble(): string | undefined {
    return this.writer.trouble;
  }

  /** @see PersonalKeys.ensure */
  ensure(workspaceId: string, subjects: readonly string[]): Promise<readonly PersonalKey[]> {
    return this.calls.run(async () => {
      // More than once only where a new key is shredded before it is read.
      for (;;) {
        const present = await inSlices(subjects, (slice) => this.reader.present(workspaceId, slice));
        const missing = subjects.filter((_, index) => present[index] === undefined);
        if (missing.length === 0) return present as readonly PersonalKey[];
        await this.writer.send({ kind: 'ensure', workspaceId, subjects: missing });
      }
    });
  }

  /** @see PersonalKeys.get */
  get(ids: readonly string[]): Promise<readonly FoundKey[]> {
    return this.calls.run(() => this.reader.get(ids));
  }

  /** @see PersonalKeys.keyIds */
  keyIds(workspaceId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.calls.run(() => this.reader.keyIds(workspaceId, subjects));
  }

  /** @see PersonalKeys.shredKeys */
  shredKeys(_workspaceId: string, keys: ReadonlyMap<string, string>): Promise<void> {
    return this.calls.run(async () => void (await this.writer.send({ kind: 'shred_keys', ids: [...keys.values()] })));
  }

  /** @see PersonalKeys.shredDays */
  shredDays(kind: DayKind, before: Day, workspaceId?: string): Promise<number> {
    return this.calls.run(async () => {
      const [first, end] = subjectsBefore(kind, before);
      const range = { kind: 'shred_range', first, end, ...(workspaceId !== undefined && { workspaceId }) } as const;
      return (await this.writer.send(range)).shredded!;
    });
  }

  /** @see PersonalKeys.shredWorkspace */
  shredWorkspace(workspaceId: string): Promise<void> {
    return this.calls.run(async () => void (await this.writer.send({ kind: 'shred_workspace', workspaceId })));
  }

  /** @see PersonalKeys.rewrap */
  rewrap(workspaceId: string): Promise<void> {
    return this.calls.run(async () => {
      let cursor: RewrapCursor | undefined;
      do {
        this.calls.refuseClosed();
        ({ cursor } = await this.writer.send({ kind: 'rewrap', workspaceId, ...(cursor ? { cursor } : {}) }));
      } while (cursor);
    });
  }

  /** @see PersonalKeys.shreddings */
  shreddings(): Promise<number> {
    return this.calls.run(() => this.reader.shreddings());
  }

  /** @see PersonalKeys.isWrappedNewest */
  isWrappedNewest(workspaceId: string): Promise<boolean> {
    return this.calls.run(() => this.reader.isWrappedNewest(workspaceId));
  }

  /** @see PersonalKeys.inspect */
  inspect(): Promise<KeyStoreState> {
    return this.calls.run(() => this.reader.inspect());
  }

  /** @see PersonalKeys.acceptLoss */
  acceptLoss(): Promise<void> {
    return this.calls.run(async () => void (await this.writer.send({ kind: 'accept_loss' })));
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    await this.calls.close();
    // The reader first: the last connection that closes moves the WAL into the file, and a read-only one cannot.
    await this.reader.close();
    await this.writer.close();
  }
}

/** Also true for the empty file that a process leaves which is killed before it has created the store in it. */
function isMissing(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}
