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

/** A subject of a workspace, and all keys that it ever had. */
export interface SubjectRecord {
  readonly workspaceId: string;
  readonly subject: string;
  /** Of all its keys; those that are not present were shredded. */
  readonly ids: readonly string[];
  /** Undefined: it has no key now. `generation` is that of the workspace's key that wraps it. */
  readonly present: { readonly id: string; readonly generation: number; readonly wrapped: Uint8Array } | undefined;
}

/**
 * All records of a store of keys, for a copy of it. Keys stay wrapped: SECRETS_KEY is not needed, and the copy is
 * opened with the same one.
 */
export interface KeyRecords {
  /** Undefined: there is no store of keys. @throws PersonalKeysUnavailableError */
  store(): Promise<StoreRecord | undefined>;
  /** Every workspace. @throws PersonalKeysUnavailableError */
  workspaces(): Iterable<WorkspaceRecord> | AsyncIterable<WorkspaceRecord>;
  /** Every subject. @throws PersonalKeysUnavailableError */
  subjects(): Iterable<SubjectRecord> | AsyncIterable<SubjectRecord>;
  close(): Promise<void>;
}

/** A store of keys that becomes a copy of another one. */
export interface KeyCopy {
  /**
   * Takes over all records; it may be repeated, and then also destroys what was shredded since. No process may use the
   * store meanwhile.
   * @returns the number of subjects
   * @throws PersonalKeysOpenError it holds other keys
   * @throws PersonalKeysError what is read does not belong together: keys are being wrapped anew
   * @throws PersonalKeysUnavailableError
   */
  take(records: KeyRecords): Promise<number>;
  close(): Promise<void>;
}

/** The error for a key whose workspace's key was not among those that were read. */
export function beingRewrapped(workspaceId: string): PersonalKeysError {
  return new PersonalKeysError(
    `The keys of workspace ${workspaceId} are being wrapped anew: copy them again when that is done.`,
  );
}
