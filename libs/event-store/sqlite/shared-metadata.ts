import type { Statement } from 'better-sqlite3';
import type { Connection } from './store-file.js';

/** Begins a stored reference to the metadata of an earlier event. JSON texts begin otherwise. */
const REFERENCE = '@';

/**
 * What is stored in place of metadata that an earlier event of the same append has as well
 * (docs/adr/0083-metadata-of-an-append-are-stored-once.md).
 * @param back the number of positions from that event to this one
 */
export function referenceTo(back: number): string {
  return `${REFERENCE}${back}`;
}

/** Whether stored metadata are a reference to those of an earlier event. */
export function isReference(metadata: string): boolean {
  return metadata.startsWith(REFERENCE);
}

/** Reads metadata as they were appended: a reference is replaced by the text that it names. */
export class SharedMetadata {
  private readonly stored: Statement<[number], string>;
  /** The event whose metadata were named last: most references of a read name the same one. */
  private named: { readonly position: number; readonly text: string } = { position: 0, text: '' };

  constructor(db: Connection) {
    this.stored = db.prepare<[number], string>('SELECT metadata FROM events WHERE position = ?').pluck();
  }

  /**
   * The metadata of an event. A reference to a place without an event, as in a damaged log, stays as it is: no reader
   * takes it for metadata.
   */
  of(position: number, metadata: string): string {
    if (!isReference(metadata)) return metadata;
    const holder = position - Number(metadata.slice(REFERENCE.length));
    if (holder !== this.named.position) {
      this.named = { position: holder, text: this.stored.get(holder) ?? metadata };
    }
    return this.named.text;
  }
}
