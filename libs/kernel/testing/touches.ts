import {
  type DomainEvent,
  type IndexValue,
  keyText,
  type Projection,
  type RecordedEvent,
  type Row,
  type ResidentRows,
  valuesOf,
} from '../index.js';
import { recorded } from './recorded.js';

/** No resident rows at all. */
export const NO_RESIDENT_ROWS: ResidentRows = { row: () => undefined };

/** Prefixes that decisions scan: this many fields of an index, and only prefixes that `only` accepts (default: all). */
export interface ScannedPrefix {
  readonly index: string;
  readonly fields: number;
  readonly only?: (prefix: readonly IndexValue[]) => boolean;
  /** Only `scan` and `scanMany` read it: of a row that moves, the old prefix need not be named. */
  readonly withRows?: boolean;
}

/**
 * Asserts that a projection's touches name every row whose position in one of these indexes an event changes, under the
 * prefixes that it has to. A missing one would hide events that the rows do not have yet from a scan of the head.
 */
export function expectTouches(
  projection: Projection,
  scanned: readonly ScannedPrefix[],
  events: readonly DomainEvent[],
  resident: ResidentRows = NO_RESIDENT_ROWS,
): void {
  const rows = new Map<string, Row>();
  events.forEach((event, revision) => {
    const happened = recorded(event, revision);
    const touched = new Set(projection.touches!(happened).map((touch) => name(touch.index, touch.prefix, touch.key)));
    for (const [text, key, before, after] of folded(projection, rows, happened, resident)) {
      rows.set(text, after);
      for (const { index, fields, only, withRows } of scanned) {
        const spec = projection.collection.indexes.find((each) => each.name === index)!;
        const [old, now] = [before && valuesOf(before, spec.fields), valuesOf(after, spec.fields)];
        if (old && old.join('|') === now.join('|')) continue;
        const prefixes = [withRows ? undefined : old, now].flatMap((each) => (each ? [each.slice(0, fields)] : []));
        for (const prefix of prefixes) {
          if (only?.(prefix) ?? true) expect(touched).toContain(name(index, prefix, key));
        }
      }
    }
  });
}

function* folded(
  projection: Projection,
  rows: ReadonlyMap<string, Row>,
  event: RecordedEvent,
  resident: ResidentRows,
): Iterable<[string, readonly string[], Row | undefined, Row]> {
  for (const key of projection.keys(event)) {
    const before = rows.get(keyText(key));
    const after = projection.evolve(before, event, key, resident);
    if (after) yield [keyText(key), key, before, after];
  }
}

function name(index: string, prefix: readonly IndexValue[], key: readonly string[]): string {
  return `${index}#${prefix.join('|')}#${keyText(key)}`;
}
