import { DomainError, type IndexValue, type JsonObject } from '#kernel';
import { areOpenAt, goByContact, hoursOf, type ZonedHours } from './hours/hours-of-settings.js';
import type { Moment } from './moment.js';
import type { DialingLimits } from './waits.js';
import { clocksIn, clocksOf, type ContactZones } from './zones/contact-zones.js';

/**
 * What names a lane (docs/reference/dialing-rules.md#terms): the calling hours of its lists, and the clocks of its
 * contacts where hours go by these.
 */
export type LaneName = JsonObject & {
  /** null: its lists have no hours of their own. */
  readonly calling_hours_id: string | null;
  /** None: hours do not go by the clocks of contacts, or these are the workspace's. */
  readonly zones: readonly string[];
};

/** A lane's name as one text. */
export function laneKey({ calling_hours_id, zones }: LaneName): string {
  return `${calling_hours_id ?? ''}|${zones.join(',')}`;
}

/** Of the lane of members whose lists have no hours, and whom no clocks tell apart. */
export const PLAIN_KEY = laneKey({ calling_hours_id: null, zones: [] });

/** The lane of a contact on a list with these settings, or without a list. */
export function laneOf(limits: DialingLimits, zones: ContactZones, moment: Moment): LaneName {
  const { calling_hours_id = null } = limits;
  return { calling_hours_id, zones: goByContact(hoursOf(limits, moment)) ? clocksOf(zones) : [] };
}

/**
 * Clocks, and sets of clocks, that are read of a workspace at once. Names of zones and the tables of numbers have 117
 * together (docs/adr/0075-lanes-are-read-by-the-clocks-of-contacts.md).
 */
export const MAX_CLOCKS = 5_000;

/**
 * The clocks that a read of rows has found.
 * @param values of the field `zones` of rows, at most MAX_CLOCKS of them
 * @throws DomainError `unavailable`: there may be more, and contacts of those would be left out
 */
export function allClocks(values: readonly IndexValue[]): readonly string[] {
  if (values.length >= MAX_CLOCKS)
    throw new DomainError('unavailable', `The contacts of this workspace have ${MAX_CLOCKS} clocks or more.`);
  return values.map(String);
}

/**
 * Whether hours are open at a moment for the contacts of a lane.
 * @param zones their clocks as rows have them; '' where these do not matter
 */
export function areOpen(hours: readonly ZonedHours[], zones: string, { at, zone }: Moment): boolean {
  if (hours.length === 0) return true;
  const clocks = clocksIn(zones);
  return areOpenAt(hours, clocks.length > 0 ? clocks : [zone], zone, Date.parse(at));
}
