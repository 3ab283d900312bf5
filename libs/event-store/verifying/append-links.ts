import type { StoredEvent } from '../decode.js';
import { type HashedEvent, linkOf, NO_LINK, withoutChain } from '../hash-chain.js';
import type { Found } from './finding.js';

/** An append has at most 10,000 events; those further behind have no link. */
const EVENTS_KEPT = 10_000;

/**
 * Checks the links of appends in the order of the log, where the events of an append stand together
 * (docs/adr/0046-appends-are-chained.md).
 */
export class AppendLinks {
  /** Events without a link: an older version appended them. */
  unlinked = 0;
  /** The link at the end of each stream; none behind events without one. */
  private readonly links = new Map<string, string>();
  /** Events of one stream in a row behind the last link. */
  private run: HashedEvent[] = [];
  private stream = '';
  /** The revision of the first one. */
  private first = 0;

  constructor(
    private readonly found: Found,
    private readonly isSkippedAt: (stream: string, revision: number) => boolean,
  ) {}

  add({ id, stream, revision, type, data, metadata: text }: StoredEvent): void {
    if (stream !== this.stream || revision !== this.first + this.run.length) this.begin(stream, revision);
    const { metadata, chain } = withoutChain(text);
    this.run.push({ id, type, data, metadata });
    if (chain) this.close(chain.events, chain.link);
    else if (this.run.length >= 2 * EVENTS_KEPT) this.leaveUnlinked(EVENTS_KEPT);
  }

  /** What was added last has no link either. */
  end(): void {
    this.begin('', 0);
  }

  private begin(stream: string, revision: number): void {
    this.leaveUnlinked(this.run.length);
    this.stream = stream;
    this.first = revision;
  }

  /** The first events of the run belong to no append with a link. */
  private leaveUnlinked(count: number): void {
    if (count === 0) return;
    this.unlinked += count;
    const at = `${this.stream}@${this.first}`;
    if ((this.links.get(this.stream) ?? NO_LINK) !== NO_LINK) {
      this.found(at, `${events(count)} from here on have no link, and those before have`);
    }
    this.links.set(this.stream, NO_LINK);
    this.run.splice(0, count);
    this.first += count;
  }

  private close(count: number, link: string): void {
    const { stream } = this;
    const last = this.first + this.run.length - 1;
    if (count > this.run.length) {
      this.found(`${stream}@${last}`, `its append had ${events(count)}, and ${this.run.length} stand here`);
    } else this.leaveUnlinked(this.run.length - count);
    const before = this.links.get(stream) ?? NO_LINK;
    const fits = (behind: string): boolean => linkOf(behind, stream, this.first, this.run) === link;
    // A process that appends behind a skipped event cannot read its link.
    if (!fits(before) && !(this.isSkippedAt(stream, this.first - 1) && fits(NO_LINK))) {
      const place = this.first === last ? `${stream}@${last}` : `${stream}@${this.first} to ${last}`;
      this.found(place, 'does not fit the link of its append: it was changed, or an event before it');
    }
    this.links.set(stream, link);
    this.run = [];
    this.first = last + 1;
  }
}

function events(count: number): string {
  return count === 1 ? '1 event' : `${count} events`;
}
