import { type Instant, type RecordedEvent, UnknownEventError, WORKSPACE_STREAMS } from '#kernel';
import { type Decoding, EventDecoder, type StoredEvent } from '../decode.js';
import { isSkipRecord } from '../skipped-events.js';
import { AppendLinks } from './append-links.js';
import type { Found } from './finding.js';
import { IdSet } from './id-set.js';
import { LogDigest } from './log-digest.js';

/** What a log was known to be: the digest over its first events. */
export interface KnownLog {
  readonly events: number;
  /** SHA-256, as base64url. */
  readonly digest: string;
}

/** What a log is. */
export interface VerifiedLog extends KnownLog {
  readonly streams: number;
  /** Events that no link proves: a version of the service without links appended them. */
  readonly unlinked: number;
}

export interface LogVerifierOptions extends Pick<Decoding, 'upcast'> {
  /** Called with everything that does not fit. */
  readonly found: Found;
  /** What the log was known to be before; undefined: nothing is known of it. */
  readonly known?: KnownLog | undefined;
  /** Positions that were given to the events of the check, 1 and so on without a gap; undefined: they have gaps. */
  readonly given?: number | undefined;
}

/** The end of a stream. */
interface End {
  readonly revision: number;
  readonly occurredAt: Instant;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * Checks a log by itself, event by event in its order: positions rise, revisions have no gap, ids are unique, every
 * event can be read by this version, the times of a workspace never fall, and each append fits its link. It needs about
 * 300 bytes a stream and 30 an event.
 */
export class LogVerifier {
  private readonly ids = new IdSet();
  private readonly ends = new Map<string, End>();
  private readonly links: AppendLinks;
  private readonly decoder: EventDecoder;
  private readonly digest = new LogDigest();
  /** Why events cannot be read, by their places: an operator may have skipped them. */
  private readonly unreadable = new Map<string, string>();
  private readonly skipped = new Set<string>();
  private position = '';
  private count = 0;

  private readonly found: Found;
  private readonly known: KnownLog | undefined;
  private readonly given: number | undefined;

  constructor({ upcast, found, known, given }: LogVerifierOptions) {
    this.found = found;
    this.known = known;
    this.given = given;
    this.decoder = new EventDecoder({ upcast });
    this.links = new AppendLinks(found, (stream, revision) => this.skipped.has(`${stream}@${revision}`));
  }

  get events(): number {
    return this.count;
  }

  /** Checks the next event. @returns it as this version reads it; undefined: it cannot */
  add(stored: StoredEvent): RecordedEvent | undefined {
    const { stream, revision, id } = stored;
    const place = `${stream}@${revision}`;
    this.checkPlace(stored, place);
    this.checkId(id, place);
    const event = this.read(stored, place);
    const occurredAt = event ? this.timeOf(event, place) : (this.ends.get(stream)?.occurredAt ?? '');
    this.ends.set(stream, { revision, occurredAt });
    this.links.add(stored);
    this.count += 1;
    this.digest.add(stored);
    if (this.count === this.known?.events) this.compare(this.known, place);
    return event;
  }

  /** To be called behind the last event. */
  end(): VerifiedLog {
    this.links.end();
    for (const [place, reason] of this.unreadable) if (!this.skipped.has(place)) this.found(place, reason);
    const { count, known, given = count } = this;
    if (count !== given) this.found('the end of the log', `${given} events were counted, and ${count} can be read`);
    if (known && count < known.events) {
      this.found('the end of the log', `${known.events - count} of the ${known.events} known events are missing`);
    }
    const { unlinked } = this.links;
    return { events: count, streams: this.ends.size, unlinked, digest: this.digest.text };
  }

  private checkPlace({ stream, revision, position }: StoredEvent, place: string): void {
    const isNext = this.given === undefined ? position > this.position : Number(position) === this.count + 1;
    if (!isNext) this.found(place, `stands at position ${position}, and the event before it at ${this.position || 0}`);
    this.position = position;
    const expected = (this.ends.get(stream)?.revision ?? -1) + 1;
    if (revision !== expected) this.found(place, `stands where revision ${expected} of its stream should be`);
  }

  private checkId(id: string, place: string): void {
    if (!UUID.test(id)) this.found(place, 'its id is no UUID');
    if (!this.ids.add(id)) this.found(place, `its id ${id} stands at an earlier event as well`);
  }

  /** Undefined: it cannot be read. */
  private read(stored: StoredEvent, place: string): RecordedEvent | undefined {
    try {
      const event = this.decoder.decode(stored);
      if (isSkipRecord(event)) this.skipped.add(`${event.data.stream}@${event.data.revision}`);
      return event;
    } catch (error) {
      if (!(error instanceof UnknownEventError)) throw error;
      this.unreadable.set(place, error.message.slice(error.message.indexOf(': ') + 2));
      return undefined;
    }
  }

  /** When it occurred; of an event whose time cannot be, the time before it. */
  private timeOf({ stream, metadata }: RecordedEvent, place: string): Instant {
    const { occurred_at: at, workspace_id: workspaceId } = metadata;
    const before = this.ends.get(stream)?.occurredAt ?? '';
    if (!INSTANT.test(at) || Number.isNaN(Date.parse(at))) {
      this.found(place, 'its time is no instant');
      return before;
    }
    if (!stream.startsWith(WORKSPACE_STREAMS)) return at;
    if (stream !== WORKSPACE_STREAMS + workspaceId) this.found(place, `says that it is of workspace ${workspaceId}`);
    if (at < before) this.found(place, `is of ${at}, and the event before it of ${before}`);
    return at;
  }

  private compare({ events, digest }: KnownLog, place: string): void {
    if (this.digest.text === digest) return;
    this.found(place, `the first ${events} events are not those whose digest is known`);
  }
}
