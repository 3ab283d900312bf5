import { ONE_CLOCK } from './one-clock.js';

/** Each name in lower case, with the one that stands for its clock. */
let standIns: ReadonlyMap<string, string> | undefined;

/**
 * The name that stands for all zones whose clocks have agreed since 2020 (docs/reference/dialing-rules.md#terms): they
 * are one zone where members are put in lanes. Whether hours are open is judged by the zone itself.
 * @param zone name of the IANA database, in any case; one that is not in the table stands for itself
 */
export function clockOf(zone: string): string {
  standIns ??= readStandIns();
  return standIns.get(zone.toLowerCase()) ?? zone;
}

function readStandIns(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const group of ONE_CLOCK.trim().split(/;\s+/)) {
    const all = group.split(/\s+/);
    for (const name of all) names.set(name.toLowerCase(), all[0]!);
  }
  return names;
}
