/** An event in the log. Fields that are not needed to find it are in `message` only. */
export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  /** The revision of a tombstone is DELETED_REVISION. */
  readonly revision: number;
  /** Offset in bytes where the record begins: commit and prepare position alike. */
  readonly position: number;
  /** The `ReadResp` that contains it, encoded once for all readers. */
  readonly message: Buffer;
}

/** The revision of `$streamDeleted`: 2^63-1 on the wire, rounded here. */
export const DELETED_REVISION = 2 ** 63;

/** The settings in a `$metadata` event. */
export interface StreamMetadata {
  readonly maxCount?: number;
  /** Revisions below it are not readable. A soft delete sets it to 2^63-1. */
  readonly truncateBefore?: number;
}

export class Stream {
  readonly events: StoredEvent[] = [];
  metadata: StreamMetadata = {};
  tombstone: StoredEvent | undefined;

  constructor(readonly name: string) {
    // Of a metadata stream only the last event is readable.
    if (name.startsWith('$$')) this.metadata = { maxCount: 1 };
  }

  /** Of the last event; -1 if there is none. */
  get lastRevision(): number {
    return this.events.length - 1;
  }

  get softDeleted(): boolean {
    return (this.metadata.truncateBefore ?? 0) >= DELETED_REVISION;
  }

  /** The first revision that `maxCount` and `truncateBefore` leave readable. */
  get firstReadable(): number {
    const { maxCount, truncateBefore = 0 } = this.metadata;
    const counted = maxCount === undefined ? 0 : this.events.length - maxCount;
    return Math.max(0, counted, truncateBefore);
  }
}

// A real server never starts with an empty transaction file, and 0/0 has to be before the first event.
const FIRST_POSITION = 1_024;
// The framing bytes between two records, so that positions cannot be obtained by counting up.
const FRAMING = 57;

/** The transaction log and its streams, in memory. */
export class Log {
  readonly events: StoredEvent[] = [];
  readonly #streams = new Map<string, Stream>();
  readonly #listeners = new Set<() => void>();

  /** Created when it is first requested; it exists once it has events. */
  stream(name: string): Stream {
    let stream = this.#streams.get(name);
    if (stream === undefined) this.#streams.set(name, (stream = new Stream(name)));
    return stream;
  }

  /** The position of the next record. */
  get nextPosition(): number {
    const last = this.events.at(-1);
    return last === undefined ? FIRST_POSITION : positionAfter(last);
  }

  /** Adds the events of one append; `read` reads the data of a `$metadata` event. */
  add(events: readonly StoredEvent[], read: (event: StoredEvent) => StreamMetadata): void {
    for (const event of events) {
      this.events.push(event);
      const stream = this.stream(event.stream);
      if (event.revision === DELETED_REVISION) stream.tombstone = event;
      else stream.events.push(event);
      if (event.type === '$metadata' && event.stream.startsWith('$$'))
        this.stream(event.stream.slice(2)).metadata = read(event);
    }
  }

  /** Wakes the followers, once the added events are being written to the disk. */
  announce(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @returns a function that ends it. */
  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Index of the first event at or after a position. */
  indexFrom(position: number): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.events[middle]!.position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const positionAfter = (event: StoredEvent): number => event.position + event.message.length + FRAMING;
