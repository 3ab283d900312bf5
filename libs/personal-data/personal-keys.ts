import { type Day, type DayKind, UnavailableError } from '#kernel';

/** A key of a subject. */
export interface PersonalKey {
  /** 32 hexadecimal digits, random: what was sealed names it. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** What a key id leads to: 32 bytes, or the knowledge that they were destroyed on purpose. */
export type FoundKey = Buffer | 'shredded';

/** The token under which the app provides the port. */
export const PERSONAL_KEYS = Symbol('PERSONAL_KEYS');

/** What a store of keys says of itself. */
export interface KeyStoreState {
  /** 32 hexadecimal digits, random, made with the store: the log names it. */
  readonly id: string;
  /** Workspaces whose newest key is wrapped under a key of SECRETS_KEY. */
  readonly opened: number;
  /** Workspaces whose newest key is wrapped under a key that SECRETS_KEY lacks. */
  readonly unopened: number;
}

/**
 * The keys that seal personal data, one a subject and workspace, which can be destroyed for good
 * (docs/adr/0040-personal-data-is-sealed-with-keys-that-can-be-shredded.md). The contract suite in `contract/` holds
 * every adapter to it.
 */
export interface PersonalKeys {
  /**
   * The present keys of subjects of a workspace, in their order. Where a subject has none, or its key was shredded, a
   * new one is made; it is durable before this resolves. Two processes that ask at once get the same key.
   * @throws PersonalKeysUnavailableError
   * @throws WorkspaceShreddedError the workspace was shredded: nothing is sealed for it any more
   * @throws PersonalKeysError the workspace's key cannot be unwrapped: SECRETS_KEY is another one
   */
  ensure(workspaceId: string, subjects: readonly string[]): Promise<readonly PersonalKey[]>;

  /**
   * The keys of these ids, in their order.
   * @throws PersonalKeysUnavailableError
   * @throws PersonalKeysError an id was never made here (unless {@link acceptLoss}), or a key cannot be unwrapped: this
   *   is not the store, or not the SECRETS_KEY, that it was sealed with
   */
  get(ids: readonly string[]): Promise<readonly FoundKey[]>;

  /**
   * The ids of the present keys of those subjects that have one, by subject, in their order; it makes none, and reads
   * only. A workspace that was shredded as a whole may still have some, which nothing opens.
   * @throws PersonalKeysUnavailableError
   */
  keyIds(workspaceId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /**
   * Destroys these keys, by their subjects, and no key that a subject was given since; durable before this resolves. It
   * may arrive late: a key that is not present any more is passed over.
   * @throws PersonalKeysUnavailableError
   */
  shredKeys(workspaceId: string, keys: ReadonlyMap<string, string>): Promise<void>;

  /**
   * Destroys every key of a kind of days before a day, of one workspace or of all of them; durable before this
   * resolves. It names no single keys: it also destroys those that an older backup of the store has brought back.
   * Nothing must be sealed for these days any more: a key that is asked for later would be a new one.
   * @returns the number of keys destroyed
   * @throws PersonalKeysUnavailableError
   */
  shredDays(kind: DayKind, before: Day, workspaceId?: string): Promise<number>;

  /**
   * Destroys all keys of a workspace, and that it ever gets another one.
   * @throws PersonalKeysUnavailableError
   */
  shredWorkspace(workspaceId: string): Promise<void>;

  /**
   * Wraps all keys of a workspace anew: under a new key of the workspace, and that one under the first key of
   * SECRETS_KEY. Keys and ids stay the same, and every key can be read meanwhile; the workspace's former key is
   * destroyed at the end. Repeating it after an interruption continues it. A workspace that has no key, or was
   * shredded, is passed over.
   * @throws PersonalKeysUnavailableError
   * @throws PersonalKeysError the workspace's key, or one that it wraps, cannot be unwrapped: SECRETS_KEY lacks the key
   *   of that time, or the store was altered
   */
  rewrap(workspaceId: string): Promise<void>;

  /**
   * Whether `rewrap` is not needed: the workspace's only key is wrapped under the first key of SECRETS_KEY, or it has
   * none.
   * @throws PersonalKeysUnavailableError
   */
  isWrappedNewest(workspaceId: string): Promise<boolean>;

  /**
   * Rises whenever keys are shredded, by any process, and never falls: a cache of keys is current while this number
   * stands still. It may rise although nothing was left to shred.
   * @throws PersonalKeysUnavailableError
   */
  shreddings(): Promise<number>;

  /** @throws PersonalKeysUnavailableError */
  inspect(): Promise<KeyStoreState>;

  /**
   * From now on, and for good, an id that was never made here counts as shredded: the store that made it is lost.
   * @throws PersonalKeysUnavailableError
   */
  acceptLoss(): Promise<void>;

  /** Finishes the calls under way, but not a `rewrap`; later calls fail with PersonalKeysUnavailableError. */
  close(): Promise<void>;
}

/** Keys that are in memory. */
export interface KeysAtHand {
  /**
   * The present keys of subjects of a workspace, in their order, without waiting; undefined: not all of them are in
   * memory, or the store has to be asked first whether they are current. `PersonalKeys.ensure` has them then.
   */
  atHand(workspaceId: string, subjects: readonly string[]): readonly PersonalKey[] | undefined;
}

/** The store of keys is unavailable; the same call may succeed later. */
export class PersonalKeysUnavailableError extends UnavailableError {
  override readonly name = 'PersonalKeysUnavailableError';
}

/** The store of keys cannot be opened, now or later. The message is one clear sentence for the operator. */
export class PersonalKeysOpenError extends Error {
  override readonly name = 'PersonalKeysOpenError';
}

/** The error for a store that lacks the keys which the log was written with. @param where the store, in a sentence */
export function otherKeys(where: string): PersonalKeysOpenError {
  return new PersonalKeysOpenError(
    `The log was written with personal keys that ${where} does not hold: name their store by PERSONAL_KEYS_URL (MongoDB) or put keys.db back; if they are lost, start with PERSONAL_KEYS_LOST=1.`,
  );
}

/** The store of keys cannot be what the data was sealed with. The message is one clear sentence for the operator. */
export class PersonalKeysError extends Error {
  override readonly name = 'PersonalKeysError';
}

/** All keys of this workspace were destroyed. */
export class WorkspaceShreddedError extends Error {
  override readonly name = 'WorkspaceShreddedError';

  constructor(readonly workspaceId: string) {
    super(`The personal data of workspace ${workspaceId} was shredded.`);
  }
}
