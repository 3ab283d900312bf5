import { createHash } from 'node:crypto';
import type { StoredEvent } from '../decode.js';

/**
 * SHA-256 over a log: each event as lines of stream, revision, id, type, data and metadata. Positions are not in it: a
 * copy of a log in another store has the same digest.
 */
export class LogDigest {
  private readonly hash = createHash('sha256');

  add({ stream, revision, id, type, data, metadata }: StoredEvent): void {
    this.hash.update(`${stream}\n${revision}\n${id}\n${type}\n${data}\n${metadata}\n`);
  }

  /** Of the events so far, as base64url. */
  get text(): string {
    return this.hash.copy().digest('base64url');
  }
}
