import { clockOf } from './one-clock-zone.js';

/** Where the zones of a contact come from: its own time zone, its number, or the workspace. */
export const ZONES_SOURCES = ['given', 'number', 'workspace'] as const;
export type ZonesSource = (typeof ZONES_SOURCES)[number];

/** The zones of a contact (docs/reference/dialing-rules.md#terms). */
export interface ContactZones {
  /** 1 to 4 names of the IANA database. */
  readonly zones: readonly string[];
  readonly zones_source: ZonesSource;
}

/** What tells the zones of a contact. */
export interface KnownZones {
  /** That was given; null: none. */
  readonly time_zone: string | null;
  /** Those that its number may lie in: 1 to 4, or none. */
  readonly phone_zones: readonly string[];
}

/** The zones of a contact: its own time zone, else those of its number, else the workspace's. */
export function zonesOfContact({ time_zone, phone_zones }: KnownZones, workspaceZone: string): ContactZones {
  if (time_zone !== null) return { zones: [time_zone], zones_source: 'given' };
  if (phone_zones.length > 0) return { zones: phone_zones, zones_source: 'number' };
  return { zones: [workspaceZone], zones_source: 'workspace' };
}

/** The zones of a contact of which nothing is known. */
export function zonesUnknown(workspaceZone: string): ContactZones {
  return zonesOfContact({ time_zone: null, phone_zones: [] }, workspaceZone);
}

/**
 * The zones of a contact as lanes have them (docs/reference/dialing-rules.md#terms): one name for each clock, each
 * once, in the order of the alphabet. None: they are the workspace's.
 */
export function clocksOf({ zones, zones_source }: ContactZones): readonly string[] {
  return zones_source === 'workspace' ? [] : [...new Set(zones.map(clockOf))].sort();
}

/** In the field of a row, that its contact has no clocks of its own: '' says that nothing was told. */
const NO_CLOCKS = '-';

/** The same as the field of a row: joined by commas, `-` for none. */
export function joinedClocks(zones: ContactZones): string {
  return clocksOf(zones).join(',') || NO_CLOCKS;
}

/** The clocks of a row's field; none also where nothing was told. */
export function clocksIn(joined: string): readonly string[] {
  return joined === '' || joined === NO_CLOCKS ? [] : joined.split(',');
}
