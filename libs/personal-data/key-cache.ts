import type { Clock, Timers } from '#kernel';
import { CallsUnderWay } from './calls-under-way.js';
import type { FoundKey, PersonalKey, PersonalKeys } from './personal-keys.js';
import { Recent } from './recent.js';

/**
 * Keys that are cached, of each kind: some 50 MB. A rebuild reads the events of a contact far apart, so each of its
 * events beyond this number of contacts asks for its key again.
 */
const KEPT = 100_000;
/** Milliseconds after which a use of the cache asks, without waiting, whether keys were shredded. */
const ASK_MS = 1_000;
/** Milliseconds after which no cached key is used, or held, unless the store says that none was shredded. */
const LET_GO_MS = 5_000;

/** Time, for {@link KeyCache}. */
export interface CacheTime {
  /** Real time: the test clock does not make keys older. */
  readonly clock: Clock;
  readonly timers: Timers;
}

/** Where values come from that are not cached, and how they are cached then. */
interface Source<Value> {
  /** @param missing the places of their names */
  readonly ask: (missing: readonly number[]) => Promise<readonly Value[]>;
  readonly keep: (name: string, value: Value) => void;
}

/**
 * Caches the keys of another store, in memory. A key that another process shredded is let go of within 5 s: all cached
 * keys are dropped once the number of shreddings has moved.
 */
export class KeyCache implements PersonalKeys {
  /** Present keys, by workspace and subject. */
  private readonly present: Recent<PersonalKey>;
  private readonly byId: Recent<FoundKey>;
  private readonly calls = new CallsUnderWay();
  /** Times that all keys were dropped: what was asked for before a drop is not cached after it. */
  private drops = 0;
  private shreddingsSeen: number | undefined;
  /** The keys were current at this time, and asked for at that one, in milliseconds since 1970. */
  private currentAt = -Infinity;
  private askedAt = -Infinity;
  private asking: Promise<void> | undefined;
  private cancelTimer: () => void = () => undefined;

  constructor(
    private readonly keys: PersonalKeys,
    private readonly time: CacheTime,
    kept = KEPT,
  ) {
    this.present = new Recent(kept);
    this.byId = new Recent(kept);
  }

  /** @see PersonalKeys.ensure */
  ensure(workspaceId: string, subjects: readonly string[]): Promise<readonly PersonalKey[]> {
    const names = subjects.map((subject) => `${workspaceId} ${subject}`);
    return this.calls.run(() =>
      this.lookUp(this.present, names, {
        ask: (missing) =>
          this.keys.ensure(
            workspaceId,
            missing.map((at) => subjects[at]!),
          ),
        keep: (name, key) => {
          this.present.set(name, key);
          this.byId.set(key.id, key.key);
        },
      }),
    );
  }

  /** @see PersonalKeys.get */
  get(ids: readonly string[]): Promise<readonly FoundKey[]> {
    return this.calls.run(() =>
      this.lookUp(this.byId, ids, {
        ask: (missing) => this.keys.get(missing.map((at) => ids[at]!)),
        keep: (id, key) => this.byId.set(id, key),
      }),
    );
  }

  /** @see PersonalKeys.shred */
  async shred(workspaceId: string, subjects: readonly string[]): Promise<void> {
    await this.keys.shred(workspaceId, subjects).finally(() => this.drop());
  }

  /** @see PersonalKeys.shredWorkspace */
  async shredWorkspace(workspaceId: string): Promise<void> {
    await this.keys.shredWorkspace(workspaceId).finally(() => this.drop());
  }

  /** Cached keys stay as they are: only what wraps them changes. */
  rewrap(workspaceId: string): Promise<void> {
    return this.keys.rewrap(workspaceId);
  }

  /** @see PersonalKeys.shreddings */
  shreddings(): Promise<number> {
    return this.keys.shreddings();
  }

  /** @see PersonalKeys.close */
  async close(): Promise<void> {
    await this.calls.close();
    this.drop();
    this.cancelTimer();
    await this.keys.close();
  }

  /** The values of some names, in their order: those that are not cached are asked for together. */
  private async lookUp<Value>(
    cache: Recent<Value>,
    names: readonly string[],
    { ask, keep }: Source<Value>,
  ): Promise<readonly Value[]> {
    await this.beCurrent();
    const values = names.map((name) => cache.get(name));
    const missing = [...values.keys()].filter((at) => values[at] === undefined);
    if (missing.length > 0) {
      const { drops } = this;
      const answers = await ask(missing);
      missing.forEach((at, index) => {
        values[at] = answers[index];
        if (drops === this.drops) keep(names[at]!, answers[index]!);
      });
    }
    return values as readonly Value[];
  }

  /** @throws PersonalKeysUnavailableError the keys were not current for 5 s, and the store cannot be asked */
  private async beCurrent(): Promise<void> {
    const now = this.time.clock.now();
    // A clock that was set back makes no key current.
    const isCurrent = (ms: number): boolean => this.currentAt <= now && now < this.currentAt + ms;
    if (isCurrent(ASK_MS)) return;
    if (!isCurrent(LET_GO_MS)) return this.ask();
    if (now >= this.askedAt + ASK_MS) this.ask().catch(() => undefined);
  }

  private ask(): Promise<void> {
    return (this.asking ??= this.compare().finally(() => {
      this.asking = undefined;
      this.cancelTimer();
      if (this.byId.size + this.present.size === 0) return;
      // A process that asks for no keys lets go of them as well.
      this.cancelTimer = this.time.timers.set(LET_GO_MS, () => void this.ask().catch(() => this.drop()));
    }));
  }

  private async compare(): Promise<void> {
    const askedAt = this.time.clock.now();
    this.askedAt = askedAt;
    const shreddings = await this.keys.shreddings();
    if (shreddings !== this.shreddingsSeen) this.drop();
    this.shreddingsSeen = shreddings;
    this.currentAt = askedAt;
  }

  private drop(): void {
    this.drops += 1;
    this.present.clear();
    this.byId.clear();
  }
}
