import { type KeyStoreState, PersonalKeysError } from './personal-keys.js';

/** What a store of keys is as a whole. */
export interface StoreRecord extends Pick<KeyStoreState, 'id'> {
  /** Whether an id that was never made here counts as shredded. */
  readonly isLossAccepted: boolean;
  /** @see PersonalKeys.shreddings */
  readonly shreddings: number;
}

/** A key of a workspace, wrapped. */
export interface WorkspaceKeyRecord {
  /** Rises from key to key of a workspace. */
  readonly generation: number;
  /** Recognises the key of SECRETS_KEY that wraps it. */
  readonly digest: Uint8Array;
  readonly wrapped: Uint8Array;
}

/** A workspace and its keys, the newest one last; none once it was shredded. */
export interface WorkspaceRecord {
  readonly workspaceId: string;
  readonly isShredded: boolean;
  readonly keys: readonly WorkspaceKeyRecord[];
}

/** A key that a subject of a workspace has, or had. */
export interface KeyRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly subject: string;
  /** Undefined: it was shredded. `generation` is that of the workspace's key that wraps it. */
  readonly present: { readonly generation: number; readonly wrapped: Uint8Array } | undefined;
}

/**
 * All records of a store of keys, for a copy of it. Keys stay wrapped: SECRETS_KEY is not needed, and the copy is
 * opened with the same one. Each read is short, so that the service can shred keys meanwhile: such a change is in this
 * copy, or comes with the next one.
 */
export interface KeyRecords {
  /** Undefined: there is no store of keys. @throws PersonalKeysUnavailableError */
  store(): Promise<StoreRecord | undefined>;
  /** Every workspace. @throws PersonalKeysUnavailableError */
  workspaces(): AsyncIterable<WorkspaceRecord>;
  /**
   * Every key, or those of one workspace, in pages; those of one subject in the order in which they were made.
   * @throws PersonalKeysUnavailableError
   */
  keys(workspaceId?: string): AsyncIterable<readonly KeyRecord[]>;
  close(): Promise<void>;
}

/** Workspaces by their ids. */
export type Workspaces = ReadonlyMap<string, WorkspaceRecord>;

/** A store holds something else than a copy of the keys. The message is one clear sentence. */
export class NotTheseKeysError extends Error {
  override readonly name = 'NotTheseKeysError';
}

/** A store of keys that becomes a copy of another one. */
export interface KeyCopy {
  /** Undefined: the store was never made. @throws PersonalKeysUnavailableError */
  store(): Promise<StoreRecord | undefined>;
  /**
   * Takes over all records; it may be repeated, and then also destroys what was shredded since. No process may use the
   * store meanwhile.
   * @returns the number of keys, shredded ones included
   * @throws NotTheseKeysError it holds other keys, or something else
   * @throws PersonalKeysError keys of a workspace are being wrapped anew
   * @throws PersonalKeysUnavailableError; the signal's reason
   */
  take(records: KeyRecords, signal: AbortSignal): Promise<number>;
  /**
   * Takes over the records of one workspace into a store of other workspaces, which processes may use meanwhile.
   * Repeated, it writes what has changed since, and destroys what was shredded since.
   * @returns the number of keys of the workspace, shredded ones included
   * @throws PersonalKeysError keys of the workspace are being wrapped anew
   * @throws PersonalKeysUnavailableError; the signal's reason
   */
  takeWorkspace(records: KeyRecords, workspaceId: string, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** The error for a store with keys of another log. @param where the store, in a sentence */
export function keysOfAnotherLog(where: string): NotTheseKeysError {
  return new NotTheseKeysError(`${where} holds keys of another log: name an empty place.`);
}

/** Reads all workspaces. */
export async function workspacesOf(records: KeyRecords): Promise<Workspaces> {
  const workspaces = new Map<string, WorkspaceRecord>();
  for await (const each of records.workspaces()) workspaces.set(each.workspaceId, each);
  return workspaces;
}

/** What a copy has of these keys. */
export function copied(records: readonly KeyRecord[], workspaces: Workspaces): readonly KeyRecord[] {
  return records.map((record) => copiedKey(record, workspaces)).filter((record) => record !== undefined);
}

/**
 * What a copy has of a key. Undefined: nothing, because its workspace came after those that were read, or because it
 * came too late under a workspace's key that was destroyed, so that it was never given out (see `KeyMaker`).
 */
function copiedKey(record: KeyRecord, workspaces: Workspaces): KeyRecord | undefined {
  const workspace = workspaces.get(record.workspaceId);
  const { present } = record;
  if (!workspace) return undefined;
  if (workspace.isShredded) return { ...record, present: undefined };
  return present && !workspace.keys.some(({ generation }) => generation === present.generation) ? undefined : record;
}

/**
 * Makes sure that no workspace got another key while keys were read: a key that was wrapped anew would have been taken
 * for one that came too late.
 * @throws PersonalKeysError
 */
export async function refuseRewrapped(before: Workspaces, records: KeyRecords): Promise<void> {
  for await (const { workspaceId, isShredded, keys } of records.workspaces()) {
    const known = before.get(workspaceId);
    if (!known || isShredded || String(known.keys.map(generationOf)) === String(keys.map(generationOf))) continue;
    throw new PersonalKeysError(
      `The keys of workspace ${workspaceId} are being wrapped anew: copy them again when that is done.`,
    );
  }
}

const generationOf = ({ generation }: WorkspaceKeyRecord): number => generation;

/** The records of one workspace. */
export function ofWorkspace(records: KeyRecords, workspaceId: string): KeyRecords {
  return {
    store: () => records.store(),
    async *workspaces() {
      for await (const each of records.workspaces()) if (each.workspaceId === workspaceId) yield each;
    },
    keys: () => records.keys(workspaceId),
    close: () => records.close(),
  };
}

/** The keys of a workspace that were taken over, each by the generation that wraps it; shredded ones by 0. */
export class TakenKeys {
  private readonly generations = new Map<string, number>();

  get size(): number {
    return this.generations.size;
  }

  /** Those that are not taken over as they are. */
  changed(records: readonly KeyRecord[]): readonly KeyRecord[] {
    return records.filter((record) => this.generations.get(record.id) !== generationIn(record));
  }

  took(records: readonly KeyRecord[]): void {
    for (const record of records) this.generations.set(record.id, generationIn(record));
  }
}

function generationIn({ present }: KeyRecord): number {
  return present?.generation ?? 0;
}
