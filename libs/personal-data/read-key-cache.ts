import { type Clock, Recent, type Timers } from '#kernel';
import { CallsUnderWay } from './calls-under-way.js';
import type { FoundKey, PersonalKeys } from './personal-keys.js';

/**
 * Keys that are cached, of each kind: some 25 MB. A rebuild reads the events of a contact far apart, so each of its
 * events beyond this number of contacts asks for its key again.
 */
const KEPT = 100_000;
/** Milliseconds after which a use of the cache asks, without waiting, whether keys were shredded. */
const ASK_MS = 1_000;
/** Milliseconds after which no cached key is used, or held, unless the store says that none was shredded. */
const LET_GO_MS = 5_000;

/** Time, for a cache of keys. */
export interface CacheTime {
  /** Real time: the test clock does not make keys older. */
  readonly clock: Clock;
  readonly timers: Timers;
}

/** The part of a store of keys that opens what was sealed. */
export type ReadKeys = Pick<PersonalKeys, 'get' | 'shreddings' | 'close'>;

/** Where values come from that are not cached, and how they are cached then. */
interface Source<Value> {
  /** Whether cached values may only be used if they are current at the call. Undefined: they may be 5 s old. */
  readonly mustBeCurrent?: () => boolean;
  /** @param missing the places of their names */
  readonly ask: (missing: readonly number[]) => Promise<readonly Value[]>;
  readonly keep: (name: string, value: Value) => void;
}

/**
 * Caches the keys of another store, in memory, by their ids. A key that another process shredded is let go of within
 * 5 s: all cached keys are dropped once the number of shreddings has moved.
 */
export class ReadKeyCache implements ReadKeys {
  protected readonly byId: Recent<FoundKey>;
  private readonly calls = new CallsUnderWay();
  /** Times that all keys were dropped: what was asked for before a drop is not cached after it. */
  private drops = 0;
  private shreddingsSeen: number | undefined;
  /** When the last question began whose answer showed the keys to be current, in milliseconds since 1970. */
  private currentAt = -Infinity;
  /** When the last question began. */
  private askedAt = -Infinity;
  private asking: Promise<void> | undefined;
  /** The question after the one under way, for calls that need an answer of their own time. */
  private askingNext: Promise<void> | undefined;
  private cancelTimer: () => void = () => undefined;
  /** Whether keys are held, and a timer is set that lets go of them. */
  private isTimed = false;

  constructor(
    private readonly reader: ReadKeys,
    private readonly time: CacheTime,
    protected readonly kept = KEPT,
  ) {
    this.byId = new Recent(kept);
  }

  /** @see PersonalKeys.get */
  get(ids: readonly string[]): Promise<readonly FoundKey[]> {
    return this.lookUp(this.byId, ids, {
      ask: (missing) => this.reader.get(missing.map((at) => ids[at]!)),
      keep: (id, key) => this.byId.set(id, key),
    });
  }

  /** @see PersonalKeys.shreddings */
  shreddings(): Promise<number> {
    return this.reader.shreddings();
  }

  /** @see PersonalKeys.close */
  async close(): Promise<void> {
    await this.calls.close();
    this.drop();
    this.cancelTimer();
    await this.reader.close();
  }

  /** The values of some names, in their order: those that are not cached are asked for together. */
  protected lookUp<Value>(
    cache: Recent<Value>,
    names: readonly string[],
    { mustBeCurrent, ask, keep }: Source<Value>,
  ): Promise<readonly Value[]> {
    return this.calls.run(async () => {
      await (mustBeCurrent?.() ? this.askAnew() : this.beCurrent());
      const values = names.map((name) => cache.get(name));
      const missing = [...values.keys()].filter((at) => values[at] === undefined);
      if (missing.length > 0) {
        const { drops } = this;
        const answers = await ask(missing);
        missing.forEach((at, index) => {
          values[at] = answers[index];
          if (drops === this.drops) keep(names[at]!, answers[index]!);
        });
        if (!this.isTimed) this.letGoLater();
      }
      return values as readonly Value[];
    });
  }

  /** Forgets every key. */
  protected drop(): void {
    this.drops += 1;
    this.byId.clear();
  }

  /** Whether cached keys may be used without asking; a clock that was set back makes none current. */
  protected isCurrent(now = this.time.clock.now(), ms = ASK_MS): boolean {
    return this.currentAt <= now && now < this.currentAt + ms;
  }

  /** @throws PersonalKeysUnavailableError the keys were not current for 5 s, and the store cannot be asked */
  private async beCurrent(): Promise<void> {
    const now = this.time.clock.now();
    if (this.isCurrent(now)) return;
    if (!this.isCurrent(now, LET_GO_MS)) return this.ask();
    if (now >= this.askedAt + ASK_MS) this.ask().catch(() => undefined);
  }

  /** Asks by a question that begins after this call; calls that come meanwhile share it. */
  private askAnew(): Promise<void> {
    const before = this.asking?.catch(() => undefined) ?? Promise.resolve();
    return (this.askingNext ??= before.then(() => {
      this.askingNext = undefined;
      return this.ask();
    }));
  }

  private ask(): Promise<void> {
    return (this.asking ??= this.compare().finally(() => {
      this.asking = undefined;
      this.letGoLater();
    }));
  }

  /** A process that asks for no keys lets go of them as well. */
  private letGoLater(): void {
    this.cancelTimer();
    this.isTimed = this.byId.size > 0;
    if (!this.isTimed) return;
    this.cancelTimer = this.time.timers.set(LET_GO_MS, () => void this.ask().catch(() => this.drop()));
  }

  private async compare(): Promise<void> {
    const askedAt = this.time.clock.now();
    this.askedAt = askedAt;
    const shreddings = await this.reader.shreddings();
    if (shreddings !== this.shreddingsSeen) this.drop();
    this.shreddingsSeen = shreddings;
    this.currentAt = askedAt;
  }
}
