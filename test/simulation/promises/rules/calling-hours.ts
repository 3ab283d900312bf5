import { ZONES_TABLE, zonesOfNumber } from '#eligibility';
import type { ModelEvent } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, different, type Rule } from './rule.js';

/** Calling hours have names of their own, and end only where nothing names them. */
export const hoursFitTogether: Rule = (before, event) => {
  switch (event.type) {
    case 'CallingHoursCreated': {
      const { calling_hours_id: id, name, first = false } = event.data;
      return [
        ...broken(before.callingHours.get(id) !== undefined, event, () => 'other hours have this id'),
        ...ofName(before, event, id, name),
        ...different(event, 'whether they are the first', first, before.callingHours.all().length === 0),
      ];
    }
    case 'CallingHoursChanged': {
      const { calling_hours_id: id, changes } = event.data;
      return [
        ...broken(!before.callingHours.get(id), event, () => 'the hours do not exist'),
        ...(changes.name === undefined ? [] : ofName(before, event, id, changes.name)),
      ];
    }
    case 'CallingHoursDeleted': {
      const { calling_hours_id: id } = event.data;
      const naming = before.liveLists().filter(({ settings }) => settings.calling_hours_id === id);
      return [
        ...broken(!before.callingHours.get(id), event, () => 'the hours do not exist'),
        ...broken(naming.length > 0, event, () => `list ${naming[0]!.id} names them`),
        ...broken(before.settings.calling_hours_id === id, event, () => 'the workspace names them'),
      ];
    }
    default:
      return [];
  }
};

/** Settings name hours that exist. */
export const namedHoursExist: Rule = (before, event) => {
  const id = namedIn(event);
  return broken(typeof id === 'string' && !before.callingHours.get(id), event, () => `there are no hours ${id}`);
};

function namedIn(event: ModelEvent): string | null | undefined {
  if (event.type === 'SmartListCreated') return event.data.calling_hours_id;
  if (event.type === 'SmartListChanged' || event.type === 'WorkspaceChanged')
    return event.data.changes.calling_hours_id;
  return undefined;
}

/** A contact that gets a phone is told with the zones that this may lie in. */
export const phonesTellTheirZones: Rule = (_, event) => {
  if (event.type !== 'ContactImported' && event.type !== 'ContactChanged') return [];
  const { phone, phone_zones, zones_table } = event.data;
  const stays = event.type === 'ContactChanged' && phone === event.data.old_phone;
  const expected = stays ? [undefined, undefined] : [zonesOfNumber(phone), ZONES_TABLE];
  return different(event, 'the zones of the phone', [phone_zones, zones_table], expected);
};

/** A refresh asks for the table in use, goes forward and ends once. It tells nobody: all are told by that table. */
export const refreshesGoForward: Rule = ({ zonesRefresh }, event) => {
  if (event.type === 'ContactZonesRefreshRequested')
    return different(event, 'the table of numbers', event.data.zones_table, ZONES_TABLE);
  if (event.type !== 'ContactZonesRefreshAdvanced') return [];
  const { upTo, done } = zonesRefresh;
  return [
    ...broken(done, event, () => 'no refresh is under way'),
    ...broken(event.data.up_to_number < upTo, event, () => `the contacts up to ${upTo} are finished`),
  ];
};

function ofName(before: WorkspaceModel, event: ModelEvent, id: string, name: string): readonly string[] {
  const same = before.callingHours
    .all()
    .find((hours) => hours.id !== id && comparable(hours.name) === comparable(name));
  return broken(same !== undefined, event, () => `hours ${same!.id} have the name ${name} too`);
}

const comparable = (name: string): string => name.normalize('NFC').toLowerCase();
