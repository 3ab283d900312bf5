import { PREFIXES_1 } from './prefixes-1.js';

/** The table of numbers that is in use: what events of new phones name (`zones_table`). */
export const ZONES_TABLE = 1;

/**
 * The tables by their numbers. Table 1 stays for ever: events of before the tables did not say which zones the number
 * lies in (docs/adr/0074-zones-of-numbers-are-told-by-events.md).
 */
const TABLES: Readonly<Record<number, string>> = { 1: PREFIXES_1 };

type Zones = readonly string[];

/** The tables of numbers as decisions use them; tests have tables of their own. */
export interface NumberTables {
  /** The table in use. */
  readonly inUse: number;
  /** As {@link zonesOfNumber}. */
  zonesOf(phone: string, table: number): readonly string[];
}

/** Prefixes without the plus sign, and how long the longest is. */
interface Prefixes {
  readonly zones: ReadonlyMap<string, Zones>;
  readonly longest: number;
}

const read = new Map<number, Prefixes>();

/**
 * The zones that a number may lie in, by its longest known prefix: 1 to 4 names of the IANA database, or none where it
 * may lie in more, or in none that is known. It takes less than a microsecond.
 * @param phone E.164; '' of erased contacts lies in none
 * @param table as named by an event
 */
export function zonesOfNumber(phone: string, table: number = ZONES_TABLE): Zones {
  const { zones, longest } = prefixesOf(table);
  for (let end = Math.min(longest + 1, phone.length); end > 1; end -= 1) {
    const found = zones.get(phone.slice(1, end));
    if (found) return found;
  }
  return NONE;
}

const NONE: Zones = [];

/** The tables of this release. */
export const NUMBER_TABLES: NumberTables = { inUse: ZONES_TABLE, zonesOf: zonesOfNumber };

/** @throws RangeError a newer process has written an event by a table that this one does not have */
function prefixesOf(table: number): Prefixes {
  const known = read.get(table);
  if (known) return known;
  const text = TABLES[table];
  if (text === undefined) throw new RangeError(`there is no table of numbers ${table}`);
  const zones = new Map<string, Zones>();
  for (const entry of text.trim().split(/;\s+/)) {
    const [names, ...prefixes] = entry.split(/\s+/);
    const shared = names!.split(',');
    for (const prefix of prefixes) zones.set(prefix, shared);
  }
  const made = { zones, longest: Math.max(...[...zones.keys()].map(({ length }) => length)) };
  read.set(table, made);
  return made;
}
