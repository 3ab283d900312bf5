import type { Collection, DocumentKey, Row } from '#kernel';
import { keyText } from '#kernel';
import type { GuardedWrite, ReadModelWriter } from '../read-model.js';
import { allSettled } from '../settled.js';

/** One document of a follower's batch. */
export interface Slot {
  readonly collection: Collection;
  readonly key: DocumentKey;
  readonly text: string;
  loaded: boolean;
  /** As stored in the read model. */
  stored: Row | undefined;
  /** As the events folded so far have left it. */
  document: Row | undefined;
  /** @see GuardedWrite.erases */
  erases: boolean;
}

type Slots = Map<string, Map<string, Slot>>;

/** Keys of one call: bounds one query and its answer. */
const LOAD_CHUNK = 5_000;

/**
 * The documents of a follower's batch, and a bounded number of those of earlier batches: the rows that every batch
 * touches (a list's count, a workspace) are neither read nor parsed again. Only the one owner of a checkpoint may keep
 * such a cache.
 *
 * Amendments (`ReadModelCacheWriter.amendRows`) are not seen here, and need not be: an amendment keeps the revision, so
 * the next event still replaces the row, and `evolve` sets the amended fields (`Projection.cachedFields`) at every
 * event, whatever they were in the document. The same holds without a cache, for a row amended between the load of a
 * batch and its commit.
 */
export class DocumentCache {
  private batch: Slots = new Map();
  private size = 0;
  /** Two generations: documents that are not used while the younger one fills up are dropped with the older one. */
  private young: Slots = new Map();
  private youngSize = 0;
  private old: Slots = new Map();

  constructor(
    private readonly reader: Pick<ReadModelWriter, 'getMany'>,
    private readonly kept: number,
  ) {}

  /** The slot of a document in this batch; its content is set by `load`. */
  slot(collection: Collection, key: DocumentKey): Slot {
    const slots = of(this.batch, collection.name);
    const text = keyText(key);
    let slot = slots.get(text);
    if (!slot) {
      slot = this.young.get(collection.name)?.get(text) ?? this.old.get(collection.name)?.get(text);
      slot ??= { collection, key, text, loaded: false, stored: undefined, document: undefined, erases: false };
      slots.set(text, slot);
      this.size += 1;
    }
    return slot;
  }

  /**
   * A document as the events folded so far have left it.
   * @throws Error it has no slot in this batch
   */
  documentAt({ name }: Collection, key: DocumentKey): Row | undefined {
    const slot = this.batch.get(name)?.get(keyText(key));
    if (!slot) throw new Error(`${name} ${key.join('/')} was not loaded: needs must name it`);
    return slot.document;
  }

  /**
   * Reads the documents that are not cached: the collections in parallel, in chunks. All reads of one call have ended
   * when it ends, also when one of them fails: a later answer would put an old document in place of one that was folded
   * and written meanwhile, and the next event would be folded onto it.
   */
  async load(): Promise<void> {
    await allSettled([...this.batch.values()].map((slots) => this.loadCollection(slots)));
  }

  private async loadCollection(slots: ReadonlyMap<string, Slot>): Promise<void> {
    const missing: Slot[] = [];
    for (const slot of slots.values()) if (!slot.loaded) missing.push(slot);
    for (let begin = 0; begin < missing.length; begin += LOAD_CHUNK) {
      const chunk = missing.slice(begin, begin + LOAD_CHUNK);
      const keys = chunk.map((slot) => slot.key);
      const found = await this.reader.getMany(chunk[0]!.collection, keys);
      chunk.forEach((slot, i) => {
        slot.stored = slot.document = found[i];
        slot.loaded = true;
      });
    }
  }

  /** The documents that the fold has changed. */
  writes(): readonly GuardedWrite[] {
    const writes: GuardedWrite[] = [];
    for (const slots of this.batch.values()) {
      for (const { collection, key, stored, document, erases } of slots.values()) {
        if (!document || document === stored) continue;
        writes.push({ collection, key, document, isNew: stored === undefined, before: stored, erases });
      }
    }
    return writes;
  }

  /** Takes back the folds since the last `commit`. */
  rollback(): void {
    for (const slots of this.batch.values()) {
      for (const slot of slots.values()) {
        slot.document = slot.stored;
        slot.erases = false;
      }
    }
  }

  /** The batch is written: its documents are the stored ones now. */
  commit(): void {
    const large = this.size > this.kept;
    if (!large && this.youngSize + this.size > this.kept) {
      this.old = this.young;
      this.young = new Map();
      this.youngSize = 0;
    }
    for (const [name, slots] of this.batch) {
      const young = of(this.young, name);
      for (const slot of slots.values()) {
        slot.stored = slot.document;
        slot.erases = false;
        if (large) continue;
        if (!young.has(slot.text)) this.youngSize += 1;
        young.set(slot.text, slot);
      }
    }
    if (large) this.clear();
    this.batch = new Map();
    this.size = 0;
  }

  /** Drops everything: the stored documents may differ from these, or there are too many to keep. */
  clear(): void {
    this.batch = new Map();
    this.young = new Map();
    this.old = new Map();
    this.size = this.youngSize = 0;
  }
}

function of(slots: Slots, name: string): Map<string, Slot> {
  let found = slots.get(name);
  if (!found) slots.set(name, (found = new Map<string, Slot>()));
  return found;
}
