import { type HoursInZones, isOpen, nextOpening, type OpenHours } from './calling-hours.js';

/** By whose clock calling hours go, besides the zones of the IANA database. */
export const CONTACT_CLOCK = 'contact';
export const WORKSPACE_CLOCK = 'workspace';

/** Calling hours with the clock that they go by: `contact`, `workspace`, or a zone of the IANA database. */
export interface ZonedHours extends OpenHours {
  readonly zone: string;
}

/** Calling hours as settings name them. */
export interface NamedHours extends ZonedHours {
  readonly calling_hours_id: string;
}

/** The hours of a workspace at a moment. */
export interface HoursOfWorkspace {
  /** The zone of the workspace. */
  readonly zone: string;
  /** All of its calling hours, by their ids. */
  readonly hours: ReadonlyMap<string, ZonedHours>;
  /** Those that hold for all of its lists, and for contacts without one; null: none. */
  readonly workspaceHours: string | null;
}

/** Settings that may name calling hours of their own. */
interface MayHaveHours {
  readonly calling_hours_id?: string | null;
}

/** The hours that must be open where these settings hold: their own, and the workspace's. Most often none. */
export function hoursOf({ calling_hours_id }: MayHaveHours, moment: HoursOfWorkspace): readonly ZonedHours[] {
  const { hours, workspaceHours } = moment;
  if (hours.size === 0) return NONE;
  return [calling_hours_id, workspaceHours].flatMap((id) => (typeof id === 'string' ? (hours.get(id) ?? []) : []));
}

const NONE: readonly ZonedHours[] = [];

/** Whether hours go by the clocks of contacts, so that zones tell their lanes apart. */
export function goByContact(hours: readonly ZonedHours[]): boolean {
  return hours.some(({ zone }) => zone === CONTACT_CLOCK);
}

/**
 * The first instant from `t` on at which all of these hours are open for a contact; null: there is none in the next 400
 * days.
 * @param zones of the contact
 * @param workspaceZone of the workspace
 * @param t milliseconds since 1970
 */
export function opening(
  hours: readonly ZonedHours[],
  zones: readonly string[],
  workspaceZone: string,
  t: number,
): number | null {
  return nextOpening(inZones(hours, zones, workspaceZone), t);
}

/** Whether that instant is `t`, without a search for it. */
export function areOpenAt(
  hours: readonly ZonedHours[],
  zones: readonly string[],
  workspaceZone: string,
  t: number,
): boolean {
  return inZones(hours, zones, workspaceZone).every((each) => each.zones.every((zone) => isOpen(each.hours, zone, t)));
}

function inZones(
  hours: readonly ZonedHours[],
  zones: readonly string[],
  workspaceZone: string,
): readonly HoursInZones[] {
  return hours.map((each): HoursInZones => {
    if (each.zone === CONTACT_CLOCK) return { hours: each, zones };
    return { hours: each, zones: [each.zone === WORKSPACE_CLOCK ? workspaceZone : each.zone] };
  });
}
