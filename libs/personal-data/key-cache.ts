import { type Day, type DayKind, isContactSubject, Recent } from '#kernel';
import type { KeysAtHand, KeyStoreState, PersonalKey, PersonalKeys } from './personal-keys.js';
import { type CacheTime, ReadKeyCache } from './read-key-cache.js';

/** Caches the keys of another store, in memory, by their ids and by their subjects. @see ReadKeyCache */
export class KeyCache extends ReadKeyCache implements PersonalKeys, KeysAtHand {
  /** Present keys, by workspace and subject. */
  private readonly present: Recent<PersonalKey>;

  constructor(
    private readonly keys: PersonalKeys,
    time: CacheTime,
    kept?: number,
  ) {
    super(keys, time, kept);
    this.present = new Recent(this.kept);
  }

  /**
   * The cached key of a contact is given out only if the store, asked after the call began, says that no key was
   * shredded. Otherwise a contact that another process erased and imported again would be sealed with its former key,
   * and be lost. A day needs no such question: nothing is sealed for a day once its key is shredded.
   * @see PersonalKeys.ensure
   */
  ensure(workspaceId: string, subjects: readonly string[]): Promise<readonly PersonalKey[]> {
    const names = subjects.map((subject) => nameOf(workspaceId, subject));
    const of = (missing: readonly number[]) => missing.map((at) => subjects[at]!);
    return this.lookUp(this.present, names, {
      mustBeCurrent: () => subjects.some((subject, at) => isContactSubject(subject) && this.present.has(names[at]!)),
      ask: (missing) => this.keys.ensure(workspaceId, of(missing)),
      keep: (name, key) => {
        this.present.set(name, key);
        this.byId.set(key.id, key.key);
      },
    });
  }

  /** Days only: whether the key of a contact is current has to be asked, see `ensure`. @see KeysAtHand.atHand */
  atHand(workspaceId: string, subjects: readonly string[]): readonly PersonalKey[] | undefined {
    if (!this.isCurrent()) return undefined;
    const keys: PersonalKey[] = [];
    for (const subject of subjects) {
      const key = isContactSubject(subject) ? undefined : this.present.get(nameOf(workspaceId, subject));
      if (!key) return undefined;
      keys.push(key);
    }
    return keys;
  }

  /** Not from the cache. @see PersonalKeys.keyIds */
  keyIds(workspaceId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.keys.keyIds(workspaceId, subjects);
  }

  /** @see PersonalKeys.shredKeys */
  async shredKeys(workspaceId: string, keys: ReadonlyMap<string, string>): Promise<void> {
    await this.keys.shredKeys(workspaceId, keys).finally(() => this.drop());
  }

  /** @see PersonalKeys.shredDays */
  async shredDays(kind: DayKind, before: Day, workspaceId?: string): Promise<number> {
    let shredded: number | undefined;
    try {
      shredded = await this.keys.shredDays(kind, before, workspaceId);
      return shredded;
    } finally {
      // Days are shredded again and again: the cache is kept where nothing was left of them.
      if (shredded !== 0) this.drop();
    }
  }

  /** @see PersonalKeys.shredWorkspace */
  async shredWorkspace(workspaceId: string): Promise<void> {
    await this.keys.shredWorkspace(workspaceId).finally(() => this.drop());
  }

  /** Cached keys stay as they are: only what wraps them changes. */
  rewrap(workspaceId: string): Promise<void> {
    return this.keys.rewrap(workspaceId);
  }

  /** @see PersonalKeys.isWrappedNewest */
  isWrappedNewest(workspaceId: string): Promise<boolean> {
    return this.keys.isWrappedNewest(workspaceId);
  }

  /** @see PersonalKeys.inspect */
  inspect(): Promise<KeyStoreState> {
    return this.keys.inspect();
  }

  /** @see PersonalKeys.acceptLoss */
  acceptLoss(): Promise<void> {
    return this.keys.acceptLoss();
  }

  protected override drop(): void {
    super.drop();
    this.present.clear();
  }
}

function nameOf(workspaceId: string, subject: string): string {
  return `${workspaceId} ${subject}`;
}
