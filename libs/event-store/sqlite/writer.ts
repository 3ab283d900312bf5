import type { Statement } from 'better-sqlite3';
import type { Connection } from './store-file.js';
import { NO_STREAM, REFUSED } from './protocol.js';
import type { AppendsMessage } from './protocol.js';
import { TEXTS_PER_EVENT } from '../serialise.js';
import { referenceTo } from './shared-metadata.js';

/** Streams whose last revision is cached; any other is looked up, which costs two index searches. */
const REMEMBERED_STREAMS = 10_000;

/** The end of a stream, so that an append need not read the file. */
interface StreamEnd {
  readonly id: number;
  revision: number;
}

/**
 * Writes groups of appends, each group in one transaction and one fsync. Runs in the worker. Whether an append is
 * refused is known before anything of it is written, so a refusal undoes nothing and does not affect the rest of its
 * group.
 */
export class Writer {
  private readonly ends = new Map<string, StreamEnd>();
  private readonly begin: Statement<[]>;
  private readonly commitAll: Statement<[]>;
  private readonly rollback: Statement<[]>;
  private readonly findStream: Statement<[string], number>;
  private readonly lastRevision: Statement<[number], number>;
  private readonly insertStream: Statement<[string]>;
  private readonly insertEvent: Statement<[number, number, string, string, string, string]>;
  private readonly written: Statement<[number, number, number], [string, number]>;

  constructor(private readonly db: Connection) {
    this.begin = db.prepare('BEGIN IMMEDIATE');
    this.commitAll = db.prepare('COMMIT');
    this.rollback = db.prepare('ROLLBACK');
    this.findStream = db.prepare<[string], number>('SELECT stream FROM streams WHERE name = ?').pluck();
    this.lastRevision = db.prepare<[number], number>('SELECT max(revision) FROM events WHERE stream = ?').pluck();
    this.insertStream = db.prepare('INSERT INTO streams (name) VALUES (?)');
    this.insertEvent = db.prepare(
      'INSERT INTO events (stream, revision, event_id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.written = db
      .prepare<[number, number, number], [string, number]>(
        'SELECT event_id, position FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
      )
      .raw();
  }

  /**
   * Writes all appends of the messages, or, when it throws, none of them.
   * @returns two numbers an append, as in `committed` of {@link FromWriter}; durable
   * @throws the driver's error (disk full, input/output error, …); the next call starts a new transaction
   */
  commit(messages: readonly AppendsMessage[]): number[] {
    const results: number[] = [];
    try {
      this.begin.run();
      for (const message of messages) this.appendAll(message, results);
      this.commitAll.run();
      return results;
    } catch (error) {
      // SQLite itself rolls back after some of its errors: cached ends of streams are wrong then.
      this.ends.clear();
      if (this.db.inTransaction) this.rollback.run();
      throw error;
    }
  }

  private appendAll({ streams, expected, counts, texts }: AppendsMessage, results: number[]): void {
    let first = 0;
    for (let at = 0; at < streams.length; at += 1) {
      const behind = first + counts[at]! * TEXTS_PER_EVENT;
      this.append(streams[at]!, expected[at]!, texts, first, behind, results);
      first = behind;
    }
  }

  private append(
    stream: string,
    expected: number,
    texts: readonly string[],
    first: number,
    behind: number,
    results: number[],
  ): void {
    const end = this.endOf(stream);
    if ((end?.revision ?? NO_STREAM) !== expected) {
      results.push(...this.alreadyWritten(end, expected, texts, first, behind));
      return;
    }
    const { id, revision } = end ?? this.create(stream);
    let position: number | bigint = REFUSED;
    let next = revision;
    let back = 0;
    for (let at = first; at < behind; at += TEXTS_PER_EVENT) {
      // Positions of one transaction follow each other: the event that has the metadata is as far back as here.
      back = texts[at + 3] === '' ? back + 1 : 0;
      const metadata = texts[at + 3]! || referenceTo(back);
      next += 1;
      position = this.insertEvent.run(id, next, texts[at]!, texts[at + 1]!, texts[at + 2]!, metadata).lastInsertRowid;
    }
    this.remember(stream, id, next);
    results.push(next, Number(position));
  }

  /**
   * An append whose expected revision has passed: the same events at the same revisions get the first result, any other
   * is refused.
   */
  private alreadyWritten(
    end: StreamEnd | undefined,
    expected: number,
    texts: readonly string[],
    first: number,
    behind: number,
  ): [number, number] {
    const refused: [number, number] = [end?.revision ?? NO_STREAM, REFUSED];
    const count = (behind - first) / TEXTS_PER_EVENT;
    if (!end || end.revision < expected + count) return refused;
    const there = this.written.all(end.id, expected, count);
    const same = there.every(([id], index) => id === texts[first + index * TEXTS_PER_EVENT]);
    return same ? [expected + count, there.at(-1)![1]] : refused;
  }

  private endOf(stream: string): StreamEnd | undefined {
    const known = this.ends.get(stream);
    if (known) return known;
    const id = this.findStream.get(stream);
    return id === undefined ? undefined : this.remember(stream, id, this.lastRevision.get(id)!);
  }

  private create(stream: string): StreamEnd {
    return { id: Number(this.insertStream.run(stream).lastInsertRowid), revision: NO_STREAM };
  }

  private remember(stream: string, id: number, revision: number): StreamEnd {
    const known = this.ends.get(stream);
    if (known) {
      known.revision = revision;
      return known;
    }
    const end = { id, revision };
    this.ends.set(stream, end);
    if (this.ends.size > REMEMBERED_STREAMS) this.ends.delete(this.ends.keys().next().value!);
    return end;
  }
}
