import { clockOf, zonesOfNumber } from '#eligibility';
import { type HoursJudged, modelOpen, modelOpening } from '../../../../libs/dialing/testing/reference-model/hours.js';
import type { Hours } from './calling-hours.js';
import type { Lane } from './lane.js';
import type { WorkspaceModel } from './workspace-model.js';

/** Openings and closings are on quarters of an hour. */
const QUARTER_MS = 900_000;

/** Where the zones of a contact come from. */
export interface ZonesShown {
  readonly zones: readonly string[];
  readonly zones_source: 'given' | 'number' | 'workspace';
}

/** "Its time_zone if it has one; else the zones of its number; else the workspace's time_zone as it is now." */
export function zonesOf(model: WorkspaceModel, contactId: string): ZonesShown {
  const contact = model.contacts.get(contactId);
  const given = contact?.details.time_zone ?? null;
  if (given !== null) return { zones: [given], zones_source: 'given' };
  const ofNumber = contact?.erasedAt === null ? zonesOfNumber(contact.phone) : [];
  if (ofNumber.length > 0) return { zones: ofNumber, zones_source: 'number' };
  return { zones: [model.settings.time_zone], zones_source: 'workspace' };
}

/** One name for each clock by which a contact has its lane; none where they are the workspace's. */
export function clocksOf(model: WorkspaceModel, contactId: string): readonly string[] {
  const { zones, zones_source } = zonesOf(model, contactId);
  return zones_source === 'workspace' ? [] : [...new Set(zones.map(clockOf))].sort();
}

/** The hours of a list, and the workspace's; of a contact without a list these alone. */
export function hoursOf(model: WorkspaceModel, listId: string | null): readonly Hours[] {
  const named = [model.list(listId)?.settings.calling_hours_id, model.settings.calling_hours_id];
  return named.flatMap((id) => model.callingHours.get(id) ?? []);
}

/** The hours that have to be open for a contact, and the zones in all of which they have to be. */
function judgedHours(model: WorkspaceModel, contactId: string, listId: string | null): readonly HoursJudged[] {
  return hoursOf(model, listId).map((hours) => {
    const { zone } = hours;
    if (zone === 'contact') return { hours, zones: zonesOf(model, contactId).zones };
    return { hours, zones: [zone === 'workspace' ? model.settings.time_zone : zone] };
  });
}

/** The hours that are closed for a contact at an instant, and where; undefined: none. */
export function closedHours(model: WorkspaceModel, contactId: string, listId: string | null, at: number) {
  const all = judgedHours(model, contactId, listId).flatMap(({ hours, zones }) =>
    zones.map((zone) => ({ hours, zone })),
  );
  return all.find(({ hours, zone }) => !modelOpen(hours, zone, at));
}

/** The first instant from one on at which the hours of a contact are open; null: on none of the next 400 days. */
export function opening(model: WorkspaceModel, contactId: string, listId: string | null, at: number): number | null {
  return modelOpening(judgedHours(model, contactId, listId), at);
}

/** The quarters of an hour that begin between two instants, if hours may open and close at them. */
export function quartersBetween(model: WorkspaceModel, from: number, to: number): readonly number[] {
  if (model.callingHours.all().length === 0) return [];
  const first = Math.floor(from / QUARTER_MS) + 1;
  const count = Math.max(0, Math.ceil(to / QUARTER_MS) - first);
  return Array.from({ length: count }, (_, n) => (first + n) * QUARTER_MS);
}

/** The lane of a contact on a list, or without one. */
export function laneOf(model: WorkspaceModel, contactId: string, listId: string | null): Lane {
  const byContact = hoursOf(model, listId).some(({ zone }) => zone === 'contact');
  const calling_hours_id = model.list(listId)?.settings.calling_hours_id ?? null;
  return { calling_hours_id, zones: byContact ? clocksOf(model, contactId) : [] };
}
