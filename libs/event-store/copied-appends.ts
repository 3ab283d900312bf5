import type { EventMetadata, NewEvent } from '#kernel';
import type { StoredEvent } from './decode.js';
import { MAX_APPEND_BYTES } from './event-store.js';
import { withoutChain } from './hash-chain.js';

/** Events of one stream that follow each other in a log, to be appended to another one as they stand. */
export interface CopiedAppend {
  readonly stream: string;
  /** The revision of the first one. */
  readonly first: number;
  readonly events: readonly NewEvent[];
}

/** How much one append of a copy takes over at most; an append that was larger in its log stays whole. */
export interface CopyLimits {
  readonly events: number;
  /** Of JSON, data and metadata together. */
  readonly bytes: number;
}

/** Events that one append of the service has at most (docs/adr/0046-appends-are-chained.md). */
const APPEND_EVENTS = 10_000;

/**
 * Gathers the events of a log for a copy: appends to one stream that stand together become one append, each of them
 * whole, so that a copy never ends within an append of the service. Events without a link, of an older version, are
 * taken one by one.
 */
export class CopiedAppends {
  private stream = '';
  private first = 0;
  /** To be appended together. */
  private readonly gathered = new Events();
  /** Behind them: of an append whose link has not come yet, or without one. */
  private readonly open = new Events();

  constructor(private readonly limits: CopyLimits) {}

  /** Takes the next event of the log. @returns the appends that are complete by now */
  add(event: StoredEvent): readonly CopiedAppend[] {
    const done: CopiedAppend[] = [];
    const next = this.first + this.gathered.count + this.open.count;
    if (event.stream !== this.stream || event.revision !== next) {
      done.push(...this.end());
      this.stream = event.stream;
      this.first = event.revision;
    }
    this.open.push(event);
    const { chain } = withoutChain(event.metadata);
    // Events in front of an append with a link have none, and neither have those that no append would hold.
    const isBefore = (): boolean =>
      chain
        ? this.open.count > chain.events
        : this.open.dataBytes > MAX_APPEND_BYTES || this.open.count > APPEND_EVENTS;
    while (isBefore()) done.push(...this.gather(1));
    if (chain) done.push(...this.gather(this.open.count));
    return done;
  }

  /** What was added last, also where it has no link. */
  end(): readonly CopiedAppend[] {
    const done: CopiedAppend[] = [];
    while (this.open.count > 0) done.push(...this.gather(1));
    return [...done, ...this.flush()];
  }

  /** The first open events are complete. */
  private gather(count: number): readonly CopiedAppend[] {
    const { gathered, limits } = this;
    const taken = this.open.take(count);
    const isFull = gathered.count + taken.count > limits.events || gathered.bytes + taken.bytes > limits.bytes;
    const done = isFull ? this.flush() : [];
    for (const event of taken.all) gathered.push(event);
    return done;
  }

  private flush(): readonly CopiedAppend[] {
    const { stream, first, gathered } = this;
    if (gathered.count === 0) return [];
    this.first += gathered.count;
    return [{ stream, first, events: gathered.take(gathered.count).all.map(asItStands) }];
  }
}

/** Events in a row, and their size. */
class Events {
  private readonly events: StoredEvent[] = [];
  dataBytes = 0;
  /** Of data and metadata. */
  bytes = 0;

  get count(): number {
    return this.events.length;
  }

  get all(): readonly StoredEvent[] {
    return this.events;
  }

  push(event: StoredEvent): void {
    this.events.push(event);
    this.measure(event, 1);
  }

  /** Takes the first ones away. */
  take(count: number): Events {
    const taken = new Events();
    for (const event of this.events.splice(0, count)) {
      this.measure(event, -1);
      taken.push(event);
    }
    return taken;
  }

  private measure({ data, metadata }: StoredEvent, sign: 1 | -1): void {
    const bytes = Buffer.byteLength(data);
    this.dataBytes += sign * bytes;
    this.bytes += sign * (bytes + Buffer.byteLength(metadata));
  }
}

/** An event of a log for an append to another one: adapters write its texts, and take nothing from the objects. */
function asItStands({ id, type, data, metadata }: StoredEvent): NewEvent {
  // Metadata of an object of its own for each event: adapters write shared ones once.
  return { id, type, data: {}, json: data, metadata: {} as EventMetadata, metadataJson: metadata };
}
