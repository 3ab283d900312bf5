import { ONE_CLOCK } from './one-clock.js';

/** Each name in lower case, with the one that stands for its clock. */
let standIns: ReadonlyMap<string, string> | undefined;

/** Names that Node.js takes besides those of the IANA database, in lower case, each with one that is in the table. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['canada/east-saskatchewan', 'america/regina'],
  ['us/pacific-new', 'america/los_angeles'],
]);

/**
 * The name that stands for all zones whose clocks have agreed since 2020 (docs/reference/dialing-rules.md#terms): they
 * are one zone where members are put in lanes. Whether hours are open is judged by the zone itself. Every process says
 * the same of a name, whatever time zone data it has: rows and events hold these names.
 * @param zone name of the IANA database, in any case; one that is newer than the table stands for itself, in lower case
 */
export function clockOf(zone: string): string {
  standIns ??= readStandIns();
  const name = zone.toLowerCase();
  return standIns.get(name) ?? name;
}

function readStandIns(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const group of ONE_CLOCK.trim().split(/;\s+/)) {
    const all = group.split(/\s+/);
    for (const name of all) names.set(name.toLowerCase(), all[0]!);
  }
  for (const [name, inTable] of OTHER_NAMES) names.set(name, names.get(inTable)!);
  return names;
}
