import { randomUUID } from 'node:crypto';
import { decideAppend, type Expected } from './append-rules.js';
import { DELETED_REVISION, Log, positionAfter, type StoredEvent, type Stream } from './log.js';
import { storedEvent, streamMetadataOf, type ProposedEvent } from './wire-events.js';

export const MAX_APPEND_BYTES = 1_048_576;

export type AppendResult =
  /** Revision and position of the last event; undefined if there is no event. */
  | { readonly kind: 'done'; readonly revision: number | undefined; readonly position: number | undefined }
  | { readonly kind: 'wrong-version'; readonly expected: Expected; readonly current: number | undefined }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'too-large' };

// The real server remembers a bounded number too.
const REMEMBERED_IDS = 100_000;

/** The server's operations on its log. Each decides and writes synchronously, so none can interleave. */
export class Store {
  readonly log = new Log();
  readonly #remembered = new Map<string, { stream: string; revision: number }>();

  /**
   * @param keep persists the events of one append before they are acknowledged or delivered.
   */
  constructor(private readonly keep: (events: readonly StoredEvent[]) => void = () => undefined) {}

  /** Loads the events that an earlier process has persisted. */
  load(events: readonly StoredEvent[]): void {
    this.log.add(events, streamMetadataOf);
    if (events.length === 0) this.#begin();
  }

  /** A log is never empty: a server writes its statistics before it serves a client. */
  #begin(): void {
    this.#commit(this.#records('$$$stats-127.0.0.1:2113', [systemEvent('$metadata', '{"$maxAge":86400}')]));
    this.#commit(this.#records('$stats-127.0.0.1:2113', [systemEvent('$statsCollected', '{}')]));
  }

  /** As after a restart: the event ids that are kept in memory only are lost. */
  forget(): void {
    this.#remembered.clear();
  }

  append(name: string, expected: Expected, events: readonly ProposedEvent[]): AppendResult {
    if (events.reduce((sum, { data }) => sum + data.length, 0) > MAX_APPEND_BYTES) return { kind: 'too-large' };
    const stream = this.log.stream(name);
    const ids = events.map(({ id }) => id);
    const decision = decideAppend(stream, expected, ids, this.#remembered);
    switch (decision.kind) {
      case 'deleted':
        return decision;
      case 'wrong-version':
        return wrongVersion(stream, expected);
      case 'repeated': {
        const position = stream.softDeleted ? undefined : stream.events[decision.revision]?.position;
        return { kind: 'done', revision: decision.revision, position };
      }
      case 'write':
        return this.#write(stream, events);
    }
  }

  /** A soft delete: existing events are not readable any more; the revisions of later events continue. */
  delete(name: string, expected: Expected): AppendResult {
    const stream = this.log.stream(name);
    const refused = refusalOfDelete(stream, expected);
    if (refused !== undefined) return refused;
    const written = this.#records(`$$${name}`, [systemEvent('$metadata', '{"$tb":9223372036854775807}')]);
    this.#commit(written);
    return { kind: 'done', revision: undefined, position: written.at(-1)!.position };
  }

  /** A hard delete, which cannot be undone. */
  tombstone(name: string, expected: Expected): AppendResult {
    const stream = this.log.stream(name);
    const refused = stream.lastRevision < 0 && expected === 'any' ? undefined : refusalOfDelete(stream, expected);
    if (refused !== undefined) return refused;
    const event = systemEvent('$streamDeleted', '');
    const { nextPosition } = this.log;
    const written = storedEvent(name, DELETED_REVISION, nextPosition, Date.now(), event);
    this.#commit([written]);
    return { kind: 'done', revision: undefined, position: nextPosition };
  }

  #write(stream: Stream, events: readonly ProposedEvent[]): AppendResult {
    if (events.length === 0) {
      const last = stream.lastRevision;
      return { kind: 'done', revision: last < 0 ? undefined : last, position: undefined };
    }
    const written = this.#records(stream.name, events);
    const undeleted = stream.softDeleted ? this.#undelete(stream, written) : [];
    this.#commit([...written, ...undeleted]);
    for (const { id, revision } of written) this.#remember(id, stream.name, revision);
    const last = written.at(-1)!;
    return { kind: 'done', revision: last.revision, position: last.position };
  }

  /** A deleted stream is created again by the events just written. */
  #undelete(stream: Stream, written: readonly StoredEvent[]): readonly StoredEvent[] {
    const event = systemEvent('$metadata', JSON.stringify({ $tb: stream.lastRevision + 1 }));
    return this.#records(`$$${stream.name}`, [event], positionAfter(written.at(-1)!));
  }

  #records(name: string, events: readonly ProposedEvent[], position = this.log.nextPosition): readonly StoredEvent[] {
    const created = Date.now();
    let revision = this.log.stream(name).lastRevision;
    return events.map((event) => {
      const stored = storedEvent(name, ++revision, position, created, event);
      position = positionAfter(stored);
      return stored;
    });
  }

  #commit(events: readonly StoredEvent[]): void {
    this.keep(events);
    this.log.add(events, streamMetadataOf);
    this.log.announce();
  }

  #remember(id: string, stream: string, revision: number): void {
    this.#remembered.delete(id);
    this.#remembered.set(id, { stream, revision });
    if (this.#remembered.size > REMEMBERED_IDS) this.#remembered.delete(this.#remembered.keys().next().value!);
  }
}

function wrongVersion(stream: Stream, expected: Expected): AppendResult {
  return { kind: 'wrong-version', expected, current: stream.lastRevision < 0 ? undefined : stream.lastRevision };
}

function refusalOfDelete(stream: Stream, expected: Expected): AppendResult | undefined {
  if (stream.tombstone !== undefined) return { kind: 'deleted' };
  const fits = typeof expected === 'number' ? stream.lastRevision === expected : expected !== 'no_stream';
  return stream.lastRevision >= 0 && fits ? undefined : wrongVersion(stream, expected);
}

const systemEvent = (type: string, json: string): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: json === '' ? 'application/octet-stream' : 'application/json',
  metadata: new Uint8Array(0),
  data: Buffer.from(json),
});
